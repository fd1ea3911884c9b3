// Reading what NVML said of a card's state.
#pragma once

#include <string>

#include "model/gpu.h"
#include "vendor/reply_reader.h"

namespace gpuenv::vendor {

/// `card` is the beginning of the card's keys, "gpu0.".
model::CardState read_card_state(const ReplyReader& reader, const std::string& card);

}  // namespace gpuenv::vendor
