# Sourced by the other scripts, from the project's root.
# shellcheck shell=bash

# claim_build: only one make at a time may write to build/. Scripts that this one calls share its lock, which the system
# releases when the last of them ends. What another version, or a checkout in another place, left there is removed, since
# compilers and caches remember paths and options.
claim_build() {
  local claim old
  [ -z "${DUELLO_BUILD_CLAIMED:-}" ] || return 0
  if ! mkdir -p build 2>/dev/null || ! { exec 9>build/.lock; } 2>/dev/null; then
    echo "${0##*/}: the folder $PWD/build cannot be written to; check its owner and the room on the disk." >&2
    exit 1
  fi
  if ! flock -n 9; then
    echo "${0##*/}: another make is working in this folder; try again when it has finished." >&2
    exit 1
  fi
  export DUELLO_BUILD_CLAIMED=1

  claim="$PWD $(sed -n 's/^project(duello VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt) $(os_release VERSION_CODENAME)"
  if [ "$(cat build/.claim 2>/dev/null)" != "$claim" ]; then
    for old in build/*/CMakeCache.txt build/*/pyvenv.cfg; do
      [ -e "$old" ] || continue
      echo "Removing ${old%/*}: it is from another version or place."
      rm -rf "${old%/*}"
    done
    echo "$claim" >build/.claim
  fi
}

# os_release KEY: a value of /etc/os-release.
os_release() {
  sed -n "s/^$1=\"\{0,1\}\([^\"]*\)\"\{0,1\}$/\1/p" /etc/os-release 2>/dev/null || true
}

# need_cmake: ends the script with one sentence where CMake is missing or too old.
need_cmake() {
  local needed=3.25 found
  found=$(cmake --version 2>/dev/null | sed -n '1s/.* \([0-9][0-9.]*\).*/\1/p' || true)
  [ "$(printf '%s\n' "$needed" "${found:-0}" | sort -V | head -n 1)" != "$needed" ] || return 0
  if [ -n "$found" ]; then found="$(command -v cmake) is version $found"; else found="there is none"; fi
  echo "${0##*/}: CMake $needed or newer is needed, but $found." >&2
  exit 1
}

# is_full: hardly anything can be written here or where temporary files go. Not every program says so.
is_full() {
  local room
  while read -r room; do
    [ "$room" -ge 16384 ] || return 0
  done < <(df --output=avail . build web "${TMPDIR:-/tmp}" 2>/dev/null | tail -n +2)
  return 1
}

# cause_in LOG: what went wrong, if it is one of the things that are not this project's fault.
cause_in() {
  if grep -qiE 'no space left on device|ENOSPC|enough free space|disk quota exceeded|EDQUOT' "$1"; then
    echo "the disk is full"
  elif grep -qiE "temporary failure (in name resolution|resolving)|could not resolve|name or service not known|network is unreachable|could not connect to|connection refused|connection timed out|EAI_AGAIN|ENOTFOUND|ENETUNREACH|ECONNREFUSED|ETIMEDOUT|failed to establish a new connection|dns error" "$1"; then
    echo "the network cannot be reached"
  elif grep -qE 'Could not get lock|dpkg frontend lock|is another process using it' "$1"; then
    echo "another program is installing packages"
  elif is_full; then
    echo "the disk is full"
  fi
}

# fail_with LOG WHAT: ends the script with one sentence, after the end of the log if the cause is not known.
fail_with() {
  local cause
  cause=$(cause_in "$1")
  if [ -n "$cause" ]; then
    echo "${0##*/}: $2, because $cause (log: $1)." >&2
  else
    tail -n 20 "$1" >&2
    echo "${0##*/}: $2; the lines above are the end of the log, $1." >&2
  fi
  exit 1
}
