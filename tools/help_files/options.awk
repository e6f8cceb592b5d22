# SPDX-License-Identifier: GPL-3.0-or-later
# The help text of one command in, a line for each of its commands, options and arguments out, fields parted by tabs:
#   path  command|option|argument|arguments  short  long  values  default  description
# `path` is the command ("spec list", empty for the program), set with -v. `values` is none, number, text, folder, spec,
# spec-or-all, file:EXTENSION, or the words to choose from; `default` of an argument is "optional" where it may be left out.

function valuesOf(name, type) {
    if (match(type, /\{[^}]*\}/)) {
        type = substr(type, RSTART + 1, RLENGTH - 2)
        gsub(/,/, " ", type)
        return type
    }
    if (type ~ /^[a-z]+(\|[a-z]+)+$/) {
        gsub(/\|/, " ", type)
        return type
    }
    if (name == "--model") return "by-spec closed-form timeline"
    if (name == "--registers") return "device estimate ptxas"
    if (name == "--spec") return "spec-or-all"
    if (name ~ /^specs?$/) return "spec"
    if (name == "--spec-dir") return "folder"
    if (name ~ /^(launch|launches|--base|--sets)$/) return "file:toml"
    if (path == "gate" && name == "--baseline") return "file:json"
    if (name ~ /^(probes|plans|--records)$/) return "file:jsonl"
    if (name ~ /^--(options|name|device|schedule|max-regression)$/) return "text"
    if (type == "") return "none"
    return type ~ /^(INT|UINT|FLOAT|N$|S$|F$)/ ? "number" : "file:"
}

# Cuts what follows `word` off `entry` and returns it.
function cutAfter(word,    rest) {
    if (!match(entry, " " word ": .*")) return ""
    rest = substr(entry, RSTART + length(word) + 3)
    entry = substr(entry, 1, RSTART - 1)
    return rest
}

function tell(kind, short, name, type, preset, description) {
    if (name in told) return
    told[name] = 1
    if (name == "--jobs") preset = "the number of cores"
    if (name == "--help") description = "print the help text and exit"
    if (name == "--version") description = "print the version and exit"
    print path "\t" kind "\t" short "\t" name "\t" valuesOf(name, type) "\t" preset "\t" description
}

# `entry` as CLI11 writes it, "-s,--spec TEXT=default Needs: --other", or by hand, "-d, --device D".
function tellOption(description,    names, count, type, preset, short, kind, isOptional, i, excludes, needs) {
    gsub(/, --/, ",--", entry)
    excludes = cutAfter("Excludes")
    needs = cutAfter("Needs")
    if (needs != "") description = description "; needs " needs
    if (excludes != "") description = description "; not with " excludes
    if (match(entry, / /)) {
        type = substr(entry, RSTART + 1)
        entry = substr(entry, 1, RSTART - 1)
    }
    sub(/\{.*\}$/, "", entry)
    isOptional = !sub(/ ?REQUIRED$/, "", type)
    kind = sub(/ \.\.\.$/, "", type) ? "arguments" : "argument"
    if (match(type, /=[^=]*$/)) {
        preset = substr(type, RSTART + 1)
        type = substr(type, 1, RSTART - 1)
        gsub(/[][]/, "", preset)
    }
    if (match(description, / \(default: [^)]*\)$/)) {
        preset = substr(description, RSTART + 11, RLENGTH - 12)
        description = substr(description, 1, RSTART - 1)
    }
    if (entry !~ /^-/) {
        tell(kind, "", entry, type, isOptional ? "optional" : "", description)
        return
    }
    count = split(entry, names, ",")
    for (i = 1; i <= count; ++i)
        if (names[i] !~ /^--/) short = names[i]
    for (i = 1; i <= count; ++i)
        if (names[i] ~ /^--/) tell("option", short, names[i], type, preset, description)
}

function flush() {
    # A description starts in column 31; an entry that reaches further has it on the next line.
    if (entry != "" && text == "" && length(entry) > 29) {
        text = substr(entry, 29)
        entry = substr(entry, 1, 28)
        sub(/ +$/, "", entry)
    }
    if (entry != "" && section == "Subcommands") tell("command", "", entry, "", "", text)
    else if (entry != "") tellOption(text)
    entry = text = ""
}

/^[A-Z][A-Za-z]*:$/ {
    flush()
    section = substr($0, 1, length($0) - 1)
    next
}
/^usage: .* plan.jsonl...$/ {
    tell("arguments", "", "plans", "", "", "plans that \047warpstring measure --plan\047 wrote")
}
/^usage: .* --[a-z]/ { # an option that changes what the program does has a usage of its own
    flush()
    for (i = 2; i <= NF; ++i)
        if ($i ~ /^--/) action = $i
    next
}
action != "" && NF > 0 {
    tell("option", "", action, "", "", $0)
    action = ""
    next
}
/^                    / {
    sub(/^ +/, "")
    text = text == "" ? $0 : text " " $0
    next
}
/^  -/ || /^  [a-z]/ && section != "" {
    flush()
    entry = substr($0, 3)
    if (match(entry, /   *[^ ]/)) {
        text = substr(entry, RSTART + RLENGTH - 1)
        entry = substr(entry, 1, RSTART - 1)
    }
    next
}
{ flush() }
END { flush() }
