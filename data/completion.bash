# bash completion for vestry

# The script of a library would let bash expand what it offers, so that a name in the books such as $(reboot) would run.
# This one takes names as they are. bash quotes a name when it inserts it, because it takes it for the name of a file.
__vestry_offer() {
    local given=() word line typed
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        # bash divides --flag=value into three words. A word may have backslashes or begin with a quotation mark.
        word=${word//\\/}
        [[ $word == '=' ]] || given+=("${word#[\"\']}")
    done
    [[ ${COMP_WORDS[COMP_CWORD]} == '=' ]] && given+=('')
    typed=${given[${#given[@]}-1]}
    COMPREPLY=()
    while IFS= read -r line; do
        [[ $line == *$'\t'* && $line == "$typed"* ]] && COMPREPLY+=("${line%%$'\t'*}")
    done < <(vestry complete -- "${given[@]}" 2>/dev/null)
}

complete -o filenames -o default -F __vestry_offer vestry
