// What the vendor child asks each library.
#pragma once

#include "machine/machine.h"
#include "vendor/reply_writer.h"

namespace gpuenv::vendor {

void describe_nvml(machine::Library& library, ReplyWriter& reply);
void describe_cuda(machine::Library& library, ReplyWriter& reply);

}  // namespace gpuenv::vendor
