// A machine with libraries made by hand, and short ways to ask what a load gives, for the tests of the
// loaders.
#pragma once

#include <string>
#include <vector>

#include "image/test_library.h"
#include "loader/linux.h"
#include "machine/test_machine.h"

namespace gpuenv::loader::test {

using image::test::LibraryOfTest;
using image::test::wants;
using machine::test::TestMachine;
using Texts = std::vector<std::string>;

inline LibraryOfTest library(std::string soname, Texts needed = {}) {
  LibraryOfTest made;
  made.soname = std::move(soname);
  made.needed = std::move(needed);
  return made;
}

inline LibraryOfTest program(Texts needed, std::string interpreter = "/lib64/ld-linux-x86-64.so.2") {
  LibraryOfTest made = library("", std::move(needed));
  made.interpreter = std::move(interpreter);
  made.flags_1 = 0x08000000;
  return made;
}

/// A machine with glibc's loader and the program /app/bin/run.
inline TestMachine machine_with(const LibraryOfTest& run) {
  TestMachine machine;
  machine.file("/app/bin/run", run.build());
  machine.file("/lib64/ld-linux-x86-64.so.2", library("ld-linux-x86-64.so.2").build());
  machine.file("/lib/ld-musl-x86_64.so.1", library("libc.musl-x86_64.so.1").build());
  return machine;
}

inline LoadRequest running(const std::string& file = "/app/bin/run") {
  LoadRequest request;
  request.program = file;
  return request;
}

/// "liba.so: /lib64/liba.so (default folder)" for each step.
inline Texts steps(const model::LoadResult& result) {
  Texts texts;
  for (const auto& each : result.steps)
    texts.push_back(each.name + ": " + (each.file.empty() ? "-" : each.file) + " (" + word(each.rule) + ")");
  return texts;
}

/// "symbol missing: f V1 by /app/bin/run" for each failure.
inline Texts failures(const model::LoadResult& result) {
  Texts texts;
  for (const auto& each : result.failures)
    texts.push_back(std::string(word(each.kind)) + ": " + each.what +
                    (each.version.empty() ? "" : " " + each.version) +
                    (each.needed_by.empty() ? "" : " by " + each.needed_by));
  return texts;
}

/// The files that were looked at for a step, and what became of them.
inline Texts candidates(const model::LoadStep& step) {
  Texts texts;
  for (const auto& each : step.candidates) texts.push_back(each.file + ": " + word(each.outcome));
  return texts;
}

}  // namespace gpuenv::loader::test
