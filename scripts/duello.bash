# shellcheck shell=bash
# Completion of duello's commands, games and options in bash. It asks the program itself, so it is never out of date.

_duello() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} program=${COMP_WORDS[0]} command='' word
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
      -*) ;;
      *) command=$word; break ;;
    esac
  done

  local words
  case $previous in
    --color) words='auto always never' ;;
    --first) words='1 2 random' ;;
    --p1 | --p2) words='human random' ;;
    --set | --name1 | --name2 | --best-of | --rounds | --seed) return ;;
    *)
      if [[ -z $command ]]; then
        words="$("$program" --help 2>/dev/null | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p')"
      elif [[ $command == list ]]; then
        words=''
      else
        words="$("$program" list --color never 2>/dev/null | cut -d ' ' -f 1)"
      fi
      # shellcheck disable=SC2086
      words+=" $("$program" $command --help 2>/dev/null | grep -oE -- '--[a-z0-9-]+')"
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

complete -F _duello duello
