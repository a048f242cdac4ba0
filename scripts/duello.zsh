#compdef duello
# Completion for zsh. It asks the program itself what may come next, so it is never out of date.

_duello() {
  local -a candidates unfinished finished
  candidates=("${(@f)$(${(Q)words[1]} complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  if (( ${candidates[(Ie)*files*]} )); then _files; fi
  if (( ${candidates[(Ie)*folders*]} )); then _files -/; fi
  candidates=(${candidates:#(\*files\*|\*folders\*)})
  # Something comes directly behind such a word.
  unfinished=(${(M)candidates:#*[:=,]})
  finished=(${candidates:#*[:=,]})
  (( $#unfinished )) && compadd -S '' -- $unfinished
  (( $#finished )) && compadd -- $finished
}

if [[ $funcstack[1] == _duello ]]; then _duello "$@"; else compdef _duello duello; fi
