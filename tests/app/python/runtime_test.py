# SPDX-License-Identifier: GPL-3.0-or-later
"""What the module does to the interpreter around it: locks, signals, memory, files."""

import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import warpstring

LONG = "__kernel void k(__global int* x, int n) { for (int i = 0; i < n; ++i) for (int j = 0; j < i; ++j) if (x[(i * j) & (n - 1)] > j) x[j] = %d; }"
SAID = {"global_size": 1 << 16, "local_size": 64, "n": 256}


def many(count):
    """Kernels that keep every function busy for long enough to be interrupted."""
    return [LONG % i for i in range(count)]


def script(text):
    return [sys.executable, "-c", textwrap.dedent(text)]


def test_other_threads_go_on_while_it_computes():
    running, stop = [0], threading.Event()

    def count():
        while not stop.is_set():
            running[0] += 1
            time.sleep(0.0005)

    counter = threading.Thread(target=count, daemon=True)
    counter.start()
    time.sleep(0.01)
    before = running[0]
    begun = time.monotonic()
    warpstring.rank(many(2), jobs=1, **SAID)
    took = time.monotonic() - begun
    went_on = running[0] - before
    stop.set()
    counter.join()
    # A thread that needs the lock would have been let in between calls of the module alone, which is one call.
    assert went_on > 5 or took < 0.02


def test_several_threads_get_the_answers_of_one(axpy):
    said = {"global_size": 1 << 16, "local_size": 64, "n": 1 << 16}
    alone = warpstring.simulate(axpy, **said).to_dict()
    answers = []

    def ask():
        for _ in range(5):
            answers.append(warpstring.simulate(axpy, **said).to_dict())

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(answers) == 20 and all(each == alone for each in answers)


def test_arrays_stay_for_as_long_as_any_thread_needs_them(axpy):
    import numpy

    faults = []

    def ask(number):
        for turn in range(20):
            array = numpy.full(64, turn % 3 + 1, dtype=numpy.float32)
            try:
                warpstring.simulate(axpy, global_size=64, local_size=64, x=array, n=number)
            except warpstring.WarpstringError as error:
                faults.append(error)
            if turn % 5 == number % 5:
                warpstring.clear_caches()

    threads = [threading.Thread(target=ask, args=[each]) for each in range(1, 5)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert faults == []


@pytest.mark.parametrize("call", ["warpstring.rank([LONG % i for i in range(4000)], **SAID)",
                                  "warpstring.tune(LONG.replace('%d', 'TILE'), macros={'TILE': 1}, space={'TILE': list(range(1, 4000))}, evaluations=4000, **SAID)"])  # fmt: skip
def test_ctrl_c_ends_a_computation(call):
    child = subprocess.Popen(
        script(f"""
        import signal, warpstring
        LONG, SAID = {LONG!r}, {SAID!r}
        print("begun", flush=True)
        try:
            {call}
            print("done")
        except KeyboardInterrupt:
            print("interrupted")
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        print(warpstring.simulate(LONG % 7, **SAID).time_us > 0)
        """),
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "WARPSTRING_SPEC": "nvidia-h200"},
    )
    try:
        assert child.stdout.readline() == "begun\n"
        time.sleep(0.5)  # of many seconds that it would take
        child.send_signal(signal.SIGINT)
        rest, _ = child.communicate(timeout=60)
    finally:
        child.kill()
        child.wait()
    assert child.returncode == 0
    assert rest.splitlines() == ["interrupted", "True"]


def test_a_handler_of_ones_own_is_called_and_stays(axpy):
    called = []
    before = signal.signal(signal.SIGINT, lambda number, frame: called.append(number))
    try:

        def told(done, total):
            if done == 1:
                os.kill(os.getpid(), signal.SIGINT)

        # It raises nothing: what was computing has been told to stop all the same.
        with pytest.raises(warpstring.WarpstringError) as refused:
            warpstring.rank(many(3), jobs=1, on_progress=told, **SAID)
        assert refused.value.code == "simulate.interrupted"
        assert called == [signal.SIGINT]
        assert warpstring.simulate(many(1)[0], **SAID).time_us > 0
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_callback_may_compute(axpy):
    times = []

    def told(done, total):
        times.append(warpstring.simulate(axpy, global_size=64, local_size=64).time_us)

    warpstring.rank(many(2), jobs=2, on_progress=told, **SAID)
    assert times and times[0] > 0


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def growth(call, calls):
    """Bytes by which the process grows in so many calls, after as many that fill caches."""
    for _ in range(calls // 2):
        call()
    gc.collect()
    before = resident()
    for _ in range(calls):
        call()
    gc.collect()
    return resident() - before


def test_ten_thousand_calls_keep_no_memory(axpy):
    import numpy

    array = numpy.arange(64, dtype=numpy.float32)
    said = {"global_size": 64, "local_size": 64, "x": array, "model": "closed-form"}

    def call():
        found = warpstring.simulate(axpy, **said)
        assert found.time_us > 0

    def refused():
        with pytest.raises(warpstring.WarpstringError):
            warpstring.simulate(axpy, nobody=1, **said)

    mebi = 1 << 20
    assert growth(call, 10000) < 4 * mebi
    assert growth(lambda: warpstring.simulate(axpy, **said).to_dict(), 500) < 4 * mebi
    assert growth(refused, 500) < 4 * mebi
    kept = []
    assert growth(lambda: kept.append(warpstring.simulate(axpy, **said)), 2000) > 4 * mebi  # what leaks is seen


def test_the_folder_goes_with_the_process():
    code = script("""
    import numpy, warpstring
    from warpstring import _folder
    k = "__kernel void k(__global float* x) { x[get_global_id(0)] = 1.0f; }"
    made = warpstring.launch(k, global_size=64, local_size=64, x=numpy.ones(64, dtype=numpy.float32))
    warpstring.rewrites(made)
    print(_folder.path())
    """)
    folder = subprocess.run(code, capture_output=True, check=True, text=True).stdout.strip()
    assert folder and not os.path.exists(folder)


def test_importing_changes_no_handlers_and_prints_nothing():
    code = script("""
    import signal
    before = signal.getsignal(signal.SIGINT)
    import warpstring
    assert signal.getsignal(signal.SIGINT) is before
    assert warpstring.__version__.count(".") == 2
    """)
    done = subprocess.run(code, capture_output=True, check=True, text=True)
    assert done.stdout == done.stderr == ""


def test_every_public_name_is_there_and_documented():
    for name in warpstring.__all__:
        assert getattr(warpstring, name).__doc__, name
    for cls in (warpstring.Simulation, warpstring.Spec, warpstring.Launch, warpstring.Ranking, warpstring.Chart, warpstring.Tuned, warpstring.Transformed):
        for name, member in vars(cls).items():
            if not name.startswith("_") and callable(member):
                assert member.__doc__, f"{cls.__name__}.{name}"
