# shellcheck shell=bash
# Completion of duello's commands, games and options in bash. It asks the program itself, so it is never out of date.

_duello() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} program=${COMP_WORDS[0]} command='' game='' word
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
      -*) ;;
      *) if [[ -z $command ]]; then command=$word; elif [[ -z $game ]]; then game=$word; fi ;;
    esac
  done

  local words
  case $previous in
    --color) words='auto always never' ;;
    --first) words='1 2 random' ;;
    --p1 | --p2) words='human random perfect level:1 level:2 level:3 level:4 level:5 engine:' ;;
    --player) words='random perfect level:1 level:2 level:3 level:4 level:5' ;;
    --variant) words="$("$program" variants "$game" --color never 2>/dev/null | sed -n 's/^\([a-z]*\)  .*/\1/p')" ;;
    --level) words='1 2 3 4 5' ;;
    --table | --svg | --record | --resume) compopt -o default; return ;;
    --openings) words='none random balanced' ;;
    --result) words='1-0 0-1 unfinished' ;;
    --game) words="$("$program" list --color never 2>/dev/null | cut -d ' ' -f 1)" ;;
    --set | --name1 | --name2 | --best-of | --rounds | --seed | --moves | --games | --players | --movetime | --since | --until | --limit | --opening-moves | --concurrency | --sprt) return ;;
    *)
      if [[ -z $command ]]; then
        words="$("$program" --help 2>/dev/null | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p')"
      elif [[ $command == list || $command == arena || $command == engine ]]; then
        words=''
      elif [[ $command == replay || $command == resume || $command == review ]]; then
        words=''
        compopt -o default
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
