# shellcheck shell=bash
# Completion for bash. It asks the program itself what may come next, so it is never out of date.

_duello() {
  # Bash takes a word apart at colons and equals signs; what no blank stands between belongs together.
  local line=$COMP_LINE word words=() i
  for ((i = 0; i <= COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    if [[ i -gt 0 && -n $word && $line != [[:blank:]]* ]]; then words[-1]+=$word; else words+=("$word"); fi
    line=${line#"${line%%[![:blank:]]*}"}
    line=${line#"$word"}
  done

  local current=${words[-1]} candidates found=()
  mapfile -t candidates < <("${words[0]}" complete "${words[@]:1}" 2>/dev/null)
  for word in "${candidates[@]}"; do
    case $word in
      '*files*') compopt -o filenames && mapfile -t -O "${#found[@]}" found < <(compgen -f -- "$current") ;;
      '*folders*') compopt -o filenames && mapfile -t -O "${#found[@]}" found < <(compgen -d -- "$current") ;;
      *) found+=("$word") ;;
    esac
  done
  # Something comes directly behind such a word.
  if [[ ${#found[@]} -eq 1 && ${found[0]} == *[:=,] ]]; then compopt -o nospace; fi

  # Only what stands behind the last colon or equals sign is replaced.
  local kept=${current%"${current##*[:=]}"}
  [[ $COMP_WORDBREAKS == *:* && $COMP_WORDBREAKS == *=* ]] || kept=''
  COMPREPLY=("${found[@]#"$kept"}")
}

complete -F _duello duello
