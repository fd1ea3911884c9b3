# Read by run, test and the scripts in tools/: where things lie, which Debian packages are needed, and how missing ones are had.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# The one folder outside the checkout that the tests use: Python packages, the wine prefix, answers that are slow to get.
export GPUENV_TEST_CACHE=${GPUENV_TEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gpuenv-tests}

# "package: what shows that it is there", a command or a file pattern.
build_needs=(
  "g++: g++"
  "cmake: cmake"
  "ninja-build: ninja"
  "ccache: ccache"
  "libfmt-dev: /usr/include/fmt/format.h"
  "nlohmann-json3-dev: /usr/include/nlohmann/json.hpp"
  "libcli11-dev: /usr/include/CLI/CLI.hpp"
  "libtomlplusplus-dev: /usr/include/toml++/toml.h"
  "zlib1g-dev: /usr/include/zlib.h"
)
unit_needs=(
  "clang-19: clang++-19"
  "lld-19: ld.lld-19"
  "libclang-rt-19-dev: /usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.asan-*.a"
  "googletest: /usr/src/googletest/googletest/src/gtest-all.cc"
  "python3: python3"
)
# Tests that miss one of these are skipped, and say so.
test_needs=(
  "clang-tidy-19: clang-tidy-19"
  "clang-format-19: clang-format-19"
  "g++-mingw-w64-x86-64-posix: x86_64-w64-mingw32-g++-posix"
  "libz-mingw-w64-dev: /usr/x86_64-w64-mingw32/include/zlib.h"
  "wine64: /usr/lib/wine/wine64"
  "python3-venv: /usr/lib/python3*/ensurepip"
  "tmux: tmux"
)

say() { echo "$*" >&2; }

# missing NEED...: prints the packages whose sign is not there.
missing() {
  local need sign
  for need in "$@"; do
    sign=${need#*: }
    case $sign in
      /*) compgen -G "$sign" >/dev/null || compgen -G "/usr/local${sign#/usr}" >/dev/null ;;
      *) command -v "$sign" >/dev/null ;;
    esac || echo "${need%%:*}"
  done
}

# apt_install PACKAGE...: as root or through sudo; false where neither is to be had.
apt_install() {
  local become=() log
  command -v apt-get >/dev/null || return 1
  if ((EUID != 0)); then
    command -v sudo >/dev/null || return 1
    if [[ -t 0 ]]; then become=(sudo); else become=(sudo -n); fi
  fi
  say "Installing $*"
  log=$(mktemp)
  local apt=("${become[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -o DPkg::Lock::Timeout=300)
  if "${apt[@]}" install --no-install-recommends "$@" >"$log" 2>&1 ||
     { "${apt[@]}" update && "${apt[@]}" install --no-install-recommends "$@"; } >>"$log" 2>&1; then
    rm -f "$log"
  else
    tail -n 20 "$log" >&2
    rm -f "$log"
    return 1
  fi
}

# provide NEED...: installs what is missing; false, with the list, when something still is.
provide() {
  local wanted
  wanted=$(missing "$@")
  [[ -z $wanted ]] && return 0
  apt_install $wanted || true
  wanted=$(missing "$@")
  [[ -z $wanted ]] && return 0
  say "Missing here, by the names of the Debian packages:" $wanted
  return 1
}
