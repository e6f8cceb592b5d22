# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A Slurm cluster on this machine for tests and benchmarks: munged, slurmctld and several slurmd, run as root
# without systemd, with all their files in one folder. Sourced; needs `set -euo pipefail`.

# Says why no cluster can be had here; nothing where one can.
cluster_obstacle() {
  local program
  if ((EUID != 0)); then
    echo "it is not run as root"
    return
  fi
  for program in munged slurmctld slurmd sbatch squeue sinfo scontrol scancel; do
    if ! PATH="$PATH:/usr/sbin" command -v "$program" > /dev/null; then
      echo "there is no $program (Debian: slurm-wlm munge)"
      return
    fi
  done
}

# Leaves a port that nobody listens on, another one each time, in $port.
free_port() {
  while :; do
    port=$((20000 + RANDOM % 12000))
    if [[ " $taken_ports " != *" $port "* ]] && ! (exec 3<> "/dev/tcp/127.0.0.1/$port") 2> /dev/null; then
      taken_ports+=" $port"
      return
    fi
  done
}

# cluster_start FOLDER NODES: exports SLURM_CONF. Nodes are n1, n2, ..., of a processor each.
cluster_start() {
  local host node
  cluster=$1 nodes=$2
  taken_ports=""
  free_port
  PATH="$PATH:/usr/sbin"
  host=$(hostname)
  mkdir -p "$cluster"/{state,spool,log,run}
  chmod 0755 "$cluster" "$cluster/run" "$cluster/log"
  (umask 077 && head -c 128 /dev/urandom > "$cluster/run/munge.key")
  munged --key-file="$cluster/run/munge.key" --socket="$cluster/run/munge.sock" --pid-file="$cluster/run/munged.pid" \
    --log-file="$cluster/log/munged.log" --seed-file="$cluster/run/munged.seed"
  {
    cat << CONF
ClusterName=warpstring
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$cluster/run/munge.sock,cred_expire=5
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool/%n
SlurmctldPidFile=$cluster/run/slurmctld.pid
SlurmdPidFile=$cluster/run/slurmd.%n.pid
SlurmctldLogFile=$cluster/log/slurmctld.log
SlurmdLogFile=$cluster/log/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc=$cluster/log/jobcomp.txt
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
ReturnToService=2
MinJobAge=300
MaxArraySize=1001
SlurmdTimeout=10
KillWait=2
MessageTimeout=5
SchedulerParameters=sched_interval=2,bf_interval=2,sched_min_interval=100000,batch_sched_delay=0
CONF
    for ((node = 1; node <= nodes; node++)); do
      mkdir -p "$cluster/spool/n$node"
      free_port
      echo "NodeName=n$node NodeHostname=$host NodeAddr=127.0.0.1 Port=$port CPUs=1 RealMemory=500 State=UNKNOWN"
    done
    echo "PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP"
  } > "$cluster/slurm.conf"
  export SLURM_CONF=$cluster/slurm.conf
  slurmctld -f "$SLURM_CONF" -c
  for ((node = 1; node <= nodes; node++)); do node_start "n$node"; done
  for ((i = 0; i < 200; i++)); do
    if [[ $(sinfo -h -o '%D %T' 2> /dev/null) == "$nodes idle" ]]; then return; fi
    sleep 0.1
  done
  echo "the cluster is not ready after 20 s:" >&2
  tail -n 20 "$cluster"/log/*.log >&2
  return 1
}

node_start() { slurmd -f "$SLURM_CONF" -N "$1"; }

# node_tasks NODE: the processes of its tasks.
node_tasks() {
  local own
  own=$(grep -lzxF "SLURM_CONF=$SLURM_CONF" /proc/[0-9]*/environ 2> /dev/null || true)
  # shellcheck disable=SC2086 # a list
  if [[ -n $own ]]; then grep -lzxF "SLURMD_NODENAME=$1" $own 2> /dev/null | tr -dc '0-9\n' || true; fi
}

# node_kill NODE: its slurmd, what watches its tasks, and the tasks, all at once.
node_kill() {
  local task tasks parent pids
  tasks=$(node_tasks "$1")
  pids=$(cat "$cluster/run/slurmd.$1.pid")
  for task in $tasks; do
    parent=$(ps -o ppid= -p "$task" | tr -d ' ' || true)
    if [[ -n $parent && $(ps -o comm= -p "$parent") == slurmstepd ]]; then pids+=" $parent"; fi
  done
  # shellcheck disable=SC2086 # lists
  kill -9 $pids $tasks 2> /dev/null || true
}

controller_kill() { kill -9 "$(cat "$cluster/run/slurmctld.pid")"; }
controller_start() { slurmctld -f "$SLURM_CONF"; }

cluster_stop() {
  local pid_file
  if [[ -z ${cluster:-} ]]; then return; fi
  scontrol shutdown > /dev/null 2>&1 || true
  sleep 1
  for pid_file in "$cluster"/run/*.pid; do
    if [[ -f $pid_file ]]; then kill -9 "$(cat "$pid_file")" 2> /dev/null || true; fi
  done
}
