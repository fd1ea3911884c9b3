// The machine of literals, under the names that the tests of the probes use.
#pragma once

#include "machine/test_machine.h"

namespace gpuenv::probe::test {

using base::Known;
using base::Unknown;
using base::Why;
using machine::DeviceNode;
using machine::DirectoryEntry;
using machine::FileKind;
using machine::FileStatus;
using machine::SystemInfo;
using machine::test::TestMachine;

}  // namespace gpuenv::probe::test
