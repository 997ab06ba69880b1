# assay.bash - completion of the program's command line in bash.
#
# Commands and options come from --help, names of blocks, sets, scenarios and faults from `assay list`,
# so that there is no second list to keep up to date.

# Words of column 2 of a block's lines of one kind (set, scenario, fault, parameter).
_assay_names() {
    "$1" list "$2" 2>/dev/null | awk -v kind="$3" '$1 == kind { print $2 }'
}

_assay() {
    local program=${COMP_WORDS[0]} cur=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]-}
    local option= block= blocks i words=

    COMPREPLY=()
    # bash splits --option=value at the equals sign.
    if [[ $cur == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 1]} cur=
    elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    else
        option=${COMP_WORDS[COMP_CWORD - 1]}
    fi
    if ((COMP_CWORD == 1)); then
        words=$("$program" --help 2>/dev/null | awk '/^  [a-z]/ { print $1 }')
        mapfile -t COMPREPLY < <(compgen -W "$words --help --version" -- "$cur")
        return
    fi
    blocks=$("$program" list 2>/dev/null | awk '!NF { exit } { print $1 }')
    for ((i = 2; i < COMP_CWORD; ++i)); do
        [[ " ${blocks//$'\n'/ } " == *" ${COMP_WORDS[i]} "* ]] && block=${COMP_WORDS[i]}
    done
    case $option in
    --params | -p) words=$(_assay_names "$program" "$block" set) ;;
    --scenario) words=$(_assay_names "$program" "$block" scenario) ;;
    --fault) words=$(_assay_names "$program" "$block" fault) ;;
    --backend | -b) words=$("$program" list 2>/dev/null | sed -n 's/^backends: //p' | sed 's/,\| or / /g') ;;
    --prune) [[ $command != cache ]] || words=all ;;
    --trace) words='never fail always' ;;
    --format | -f) words='memh csv jsonl' ;;
    --level)
        words='cycle transfers'
        [[ $command == run ]] || words+=' none'
        ;;
    --engine) words='local slurm' ;;
    --array) words='dpas loopback' ;;
    --type) words='int8 bf16 bf16_1k f16 f32 tf32 e4m3 e5m2 e2m1' ;;
    --numerics | --profiles) words='volta turing ampere ada hopper blackwell blackwell_scaled cdna1 cdna2 cdna3' ;;
    --block) words=$blocks ;;
    *)
        if [[ $cur == -* ]]; then
            words=$("$program" "$command" --help 2>/dev/null |
                sed -n 's/^  *\(-., \)\{0,1\} *\(--[a-z-]*\).*/\2/p')
        else
            case $command in
            list | run | vectors | build | faults | mutate | prove) words=$blocks ;;
            bench) words="$blocks scaling gemm numerics" ;;
            esac
        fi
        ;;
    esac
    if [[ $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    fi
}

complete -o filenames -F _assay assay
