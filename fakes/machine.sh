#!/bin/bash
# fakes/machine.sh SPEC -- CMD...: runs CMD on a machine with the cards and the driver that the file SPEC describes.
#
# CMD gets a private mount namespace: the PCI tree, /sys/module, /proc/driver, the device nodes, os-release and the library
# folder are covered there, and the fake vendor libraries (fakes/*.c) are found by the normal library search. CUDA toolkits of
# this machine are hidden. Nothing outside changes. Works as root and, where the kernel lets users make namespaces, as any user;
# else it says so and exits with 77.
#
# SPEC holds one KEY=VALUE a line, # begins a comment:
#   os=Ubuntu 24.04                               name and version in os-release
#   pci=0000:01:00.0 10de:2684 030000 nvidia      a device: address, vendor:device, class, driver bound to it (may be missing)
#   module=550.54.15                              version of the loaded nvidia module
#   kind=open                                     the open kernel module (else the proprietary one)
#   loaded=nouveau                                another loaded module
#   library=550.54.15                             version of libcuda and libnvidia-ml
#   old=1                                         these libraries have only the functions of an old driver
#   nodes=no                                      no device nodes
#   laptop=1                                      a battery
#   wsl=1                                         /dev/dxg, libraries in /usr/lib/wsl/lib
#   env.NAME=VALUE                                an environment variable
# and what NVML and libcuda answer, in the words of fakes/spec.h.
set -euo pipefail
here=$(cd "${BASH_SOURCE[0]%/*}" && pwd)

skip() {
  echo "SKIP: $*" >&2
  exit 77
}

# All values of a key in the spec, one a line.
values() { sed -n "s/^$1=//p" "$spec"; }
value() { values "$1" | head -n 1; }

# cover DIR: puts our folder of that name over the machine's.
cover() {
  [[ -e $1 ]] || skip "this machine has no $1 to cover"
  mount --bind "$fake$1" "$1"
}

# lay_over DIR: adds the files of our folder of that name to the machine's.
lay_over() { mount -t overlay overlay -o "ro,lowerdir=$fake$1:$1" "$1" 2>/dev/null; }

write() {
  mkdir -p "${1%/*}"
  printf '%s\n' "$2" >"$1"
}

make_pci() {
  local devices=$fake/sys/devices/pci0000:00 bus=$fake/sys/bus/pci/devices address id class driver
  mkdir -p "$devices" "$bus"
  while read -r address id class driver; do
    write "$devices/$address/vendor" "0x${id%:*}"
    write "$devices/$address/device" "0x${id#*:}"
    write "$devices/$address/class" "0x$class"
    [[ -z $driver ]] || ln -s "../../../bus/pci/drivers/$driver" "$devices/$address/driver"
    ln -s "../../../devices/pci0000:00/$address" "$bus/$address"
  done < <(values pci)
  cover /sys/devices/pci0000:00
  cover /sys/bus/pci/devices
}

make_modules() {
  local name version line
  mkdir -p "$fake/proc/driver" "$fake/sys/module"
  for name in /sys/module/*; do mkdir "$fake$name"; done
  for name in $(values loaded); do write "$fake/sys/module/$name/initstate" live; done
  version=$(value module)
  if [[ -n $version ]]; then
    line="NVRM version: NVIDIA UNIX x86_64 Kernel Module  $version  Tue Sep 23 10:11:16 UTC 2025"
    [[ $(value kind) != open ]] ||
      line="NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  $version  Release Build  (dvs-builder@U22-I3-AE18-09-1)  Tue Sep 23 10:11:16 UTC 2025"
    write "$fake/proc/driver/nvidia/version" "$line"
    echo "GCC version:  gcc version 13.2.0 (GCC)" >>"$fake/proc/driver/nvidia/version"
    write "$fake/sys/module/nvidia/version" "$version"
    write "$fake/sys/module/nvidia/initstate" live
    mkdir -p "$fake/sys/module/nvidia_uvm"
  fi
  cover /proc/driver
  cover /sys/module
}

# A new /dev: what programs need of the real one, and nodes that look like the driver's but are /dev/null.
make_nodes() {
  local dev=$fake/dev name index=0
  mkdir -p "$dev/pts" "$dev/shm"
  for name in null zero full random urandom tty; do
    [[ ! -e /dev/$name ]] || { touch "$dev/$name" && mount --bind "/dev/$name" "$dev/$name"; }
  done
  for name in fd:/proc/self/fd stdin:fd/0 stdout:fd/1 stderr:fd/2; do ln -s "${name#*:}" "$dev/${name%%:*}"; done
  local nodes=()
  if [[ $(value nodes) != no && -n $(value wsl) ]]; then
    nodes=(dxg)
  elif [[ $(value nodes) != no && -n $(value module) ]]; then
    nodes=(nvidiactl nvidia-uvm nvidia-modeset)
    for _ in $(values pci | grep -i ' 10de:.* 03.* nvidia$' | cut -d ' ' -f 1); do nodes+=("nvidia$((index++))"); done
  fi
  for name in "${nodes[@]}"; do touch "$dev/$name" && mount --bind /dev/null "$dev/$name"; done
  mount --rbind /dev/pts "$dev/pts"
  mount --rbind /dev/shm "$dev/shm"
  mount --rbind "$dev" /dev
}

# The fake libraries of the test build, or made here.
built_libraries() {
  local folder=${FAKE_GPU_LIBRARIES:-$here/../build/sanitize/fakes} old=
  [[ -z $(value old) ]] || old=/old
  if [[ ! -e $folder$old/libnvidia-ml.so.1 || ! -e $folder/libcuda.so.1 ]]; then
    folder=$fake/built
    mkdir -p "$folder$old"
    cc -shared -fPIC -fvisibility=hidden ${old:+-DFAKE_OLD} -o "$folder$old/libnvidia-ml.so.1" "$here/fake_nvml.c"
    cc -shared -fPIC -fvisibility=hidden -o "$folder/libcuda.so.1" "$here/fake_cuda.c"
  fi
  nvml_built=$folder$old/libnvidia-ml.so.1
  cuda_built=$folder/libcuda.so.1
}

make_libraries() {
  local version folder
  version=$(value library)
  [[ -n $version || -n $(value wsl) ]] || return 0
  built_libraries
  folder=/usr/lib/$(uname -m)-linux-gnu
  [[ -d $folder ]] || folder=/usr/lib
  if [[ -n $(value wsl) ]]; then
    folder=/usr/lib
    mkdir -p "$fake$folder/wsl/lib" "$fake$folder/wsl/drivers"
    cp "$nvml_built" "$fake$folder/wsl/lib/libnvidia-ml.so.1"
    cp "$cuda_built" "$fake$folder/wsl/lib/libcuda.so.1"
  else
    mkdir -p "$fake$folder"
    cp "$nvml_built" "$fake$folder/libnvidia-ml.so.$version"
    cp "$cuda_built" "$fake$folder/libcuda.so.$version"
    ln -s "libnvidia-ml.so.$version" "$fake$folder/libnvidia-ml.so.1"
    ln -s "libcuda.so.$version" "$fake$folder/libcuda.so.1"
    ln -s libcuda.so.1 "$fake$folder/libcuda.so"
  fi
  lay_over "$folder" && return 0
  [[ $folder != /usr/lib ]] || skip "this machine cannot lay files over $folder"
  export LD_LIBRARY_PATH=$fake$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
}

make_system() {
  local os id
  os=$(value os)
  if [[ -n $os && -e /etc/os-release ]]; then
    id=${os%% *}
    write "$fake/os-release" "PRETTY_NAME=\"$os\""
    printf '%s\n' "NAME=\"$id\"" "VERSION_ID=\"${os#* }\"" "ID=${id,,}" >>"$fake/os-release"
    mount --bind "$fake/os-release" /etc/os-release
  fi
  if [[ -n $(value laptop) && -d /sys/class/power_supply ]]; then
    write "$fake/sys/class/power_supply/BAT0/type" Battery
    cover /sys/class/power_supply
  fi
}

# SPEC cannot know of the toolkits that are installed here: their folders become empty ones.
hide_toolkits() {
  local folder
  mkdir -p "$fake/empty"
  for folder in /usr/local/cuda* /opt/cuda /usr/lib/cuda; do
    [[ ! -d $folder || -L $folder ]] || mount --bind "$fake/empty" "$folder"
  done
  unset CUDA_HOME CUDA_PATH
}

# In the new namespace: makes the machine, then becomes the command.
inside() {
  spec=$1 fake=$2
  shift 3
  mount -t tmpfs -o mode=755 fakes "$fake"
  cp "$spec" "$fake/spec"
  spec=$fake/spec
  make_pci
  make_modules
  make_libraries
  make_system
  make_nodes
  hide_toolkits
  local line
  while read -r line; do [[ -z $line ]] || export "$line"; done < <(sed -n 's/^env\.//p' "$spec")
  export FAKE_GPU_SPEC=$spec
  exec "$@"
}

if [[ ${1-} == --inside ]]; then
  shift
  inside "$@"
fi
if [[ $# -lt 3 || $2 != -- ]]; then
  echo "usage: fakes/machine.sh SPEC -- CMD..." >&2
  exit 2
fi
[[ -r $1 ]] || { echo "fakes/machine.sh: cannot read $1" >&2; exit 2; }
command -v unshare >/dev/null || skip "there is no unshare here"
enter=(unshare --mount)
[[ $(id -u) == 0 ]] || enter=(unshare --user --map-root-user --mount)
"${enter[@]}" true 2>/dev/null || skip "this machine does not permit mount namespaces"
"${enter[@]}" sh -c 'd=$(mktemp -d) && mount -t tmpfs probe "$d" && umount "$d"; s=$?; rmdir "$d"; exit $s' 2>/dev/null ||
  skip "this machine does not permit mounts"
fake=$(mktemp -d)
trap 'rmdir "$fake"' EXIT
status=0
"${enter[@]}" "$here/machine.sh" --inside "$(realpath "$1")" "$fake" "${@:2}" || status=$?
exit "$status"
