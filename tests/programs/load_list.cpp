// Says of each file what loading it would load, one line of JSON a file: for the tests that compare with the
// real loader.
//   load_list [--run] [--env NAME=VALUE]... [--open NAME[@CALLER]]... [--bindings] FILE...     files from
//   stdin for "-"
// --run: as a program that the kernel starts; otherwise as ldd looks at it.
#include <iostream>
#include <string>

#include <nlohmann/json.hpp>

#include "loader/linux.h"
#include "machine/live/entry.h"
#include "machine/live/live.h"

namespace {

using nlohmann::json;

json json_of(const std::string& file, const gpuenv::model::LoadResult& result) {
  json out{{"file", file}, {"loader", result.loader}, {"checked", result.symbols_checked}};
  for (const char* list : {"objects", "steps", "failures", "bindings"}) out[list] = json::array();
  for (const auto& each : result.objects)
    out["objects"].push_back({{"file", each.file},
                              {"soname", each.soname},
                              {"needed_by", each.needed_by},
                              {"rule", word(each.rule)}});
  for (const auto& each : result.steps) {
    json step{{"name", each.name},       {"needed_by", each.needed_by}, {"rule", word(each.rule)},
              {"rule_of", each.rule_of}, {"file", each.file},           {"instead_of", each.instead_of}};
    for (const auto& one : each.candidates)
      step["candidates"].push_back(
          {{"file", one.file}, {"outcome", word(one.outcome)}, {"reason", one.reason}});
    out["steps"].push_back(std::move(step));
  }
  for (const auto& each : result.failures)
    out["failures"].push_back({{"kind", word(each.kind)},
                               {"what", each.what},
                               {"version", each.version},
                               {"needed_by", each.needed_by},
                               {"file", each.file},
                               {"reason", each.reason}});
  for (const auto& each : result.bindings)
    out["bindings"].push_back(
        {{"name", each.name}, {"version", each.version}, {"used_by", each.used_by}, {"file", each.file}});
  return out;
}

void print(gpuenv::machine::Machine& machine, gpuenv::loader::LoadRequest& request, const std::string& file) {
  request.program = file;
  std::cout << json_of(file, gpuenv::loader::load(machine, request))
                   .dump(-1, ' ', false, json::error_handler_t::replace)
            << '\n';
}

}  // namespace

int gpuenv_main(const std::vector<std::string>& arguments) {
  const auto machine = gpuenv::machine::live::open_live_machine();
  gpuenv::loader::LoadRequest request;
  request.named_to_loader = true;
  request.find_others = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const bool more = i + 1 < arguments.size();
    if (argument == "--run") {
      request.named_to_loader = false;
    } else if (argument == "--others") {
      request.find_others = true;
    } else if (argument == "--bindings") {
      request.record_bindings = true;
    } else if (argument == "--env" && more) {
      const std::string pair = arguments[++i];
      request.environment[pair.substr(0, pair.find('='))] = pair.substr(pair.find('=') + 1);
    } else if (argument == "--open" && more) {
      const std::string open = arguments[++i];
      const std::size_t at = open.find('@');
      request.open.push_back({open.substr(0, at), at == std::string::npos ? "" : open.substr(at + 1)});
    } else if (argument == "-") {
      for (std::string line; std::getline(std::cin, line);) print(*machine, request, line);
    } else {
      print(*machine, request, argument);
    }
  }
  return 0;
}
