// Functions of a vendor library, found by name at run time.
#pragma once

#include <initializer_list>

#include "machine/machine.h"

namespace gpuenv::vendor {

/// A function that may be missing; newer names first, as vendors keep old ones when they add "_v2".
template <class Function>
struct Symbol {
  Function* call = nullptr;
  const char* name = "";  ///< the one found, else the newest
  explicit operator bool() const { return call != nullptr; }
};

template <class Function>
Symbol<Function> find(machine::Library& library, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (void* address = library.symbol(name)) return {reinterpret_cast<Function*>(address), name};
  return {nullptr, *names.begin()};
}

}  // namespace gpuenv::vendor
