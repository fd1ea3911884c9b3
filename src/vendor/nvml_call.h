// Calling NVML. Types and functions as in the NVML API reference (nvml.h), declared here so that no SDK is
// needed.
#pragma once

#include <cstring>
#include <string>

#include "vendor/reply_writer.h"
#include "vendor/symbols.h"

namespace gpuenv::vendor {

inline constexpr int nvml_success = 0;  // NVML_SUCCESS
using NvmlDevice = void*;               // nvmlDevice_t

/// The text in a fixed array that may lack its end.
template <std::size_t size>
std::string text_in(const char (&array)[size]) {
  return {array, strnlen(array, size)};
}

/// Writes what a call gave: its error code, or that the function is missing. True on success; the value is
/// then the caller's to write.
template <class Function, class... Arguments>
bool ask(ReplyWriter& reply, const std::string& key, const Symbol<Function>& function,
         Arguments... arguments) {
  if (!function) {
    reply.missing(key, function.name);
    return false;
  }
  const int code = function.call(arguments...);
  if (code != nvml_success) reply.failed(key, code);
  return code == nvml_success;
}

/// What a card is doing: memory in use, modes, clocks held down, errors, processes, link.
void describe_card_state(machine::Library& library, const std::string& card, NvmlDevice device,
                         ReplyWriter& reply);

}  // namespace gpuenv::vendor
