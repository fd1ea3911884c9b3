// The child's side: one request line in, one reply out.
#include <cstdio>
#include <cstdlib>

#include "base/text.h"
#include "vendor/questions.h"
#include "vendor/vendor.h"

namespace gpuenv::vendor {
namespace {

/// The first line of stdin without its end; "" when there is none.
std::string read_line() {
  std::string line;
  for (int c = std::getchar(); c != EOF && c != '\n'; c = std::getchar())
    line.push_back(static_cast<char>(c));
  return line;
}

}  // namespace

std::string answer(machine::LibraryOpener& opener, std::string_view request) {
  ReplyWriter reply;
  const std::string_view line = base::trim(request);
  const std::string_view question = line.substr(0, line.find(' '));
  const bool nvml = question == "nvml";
  if ((!nvml && question != "cuda") || question.size() + 1 >= line.size()) {
    reply.failed("request", std::string("unknown request: ").append(line));
    return reply.take();
  }
  const auto library = opener.open(std::string(line.substr(question.size() + 1)));
  if (!library)
    reply.failed("open", library.why().detail);
  else if (nvml)
    describe_nvml(**library, reply);
  else
    describe_cuda(**library, reply);
  return reply.take();
}

void run_child(machine::LibraryOpener& opener) {
  const std::string request = read_line();
  if (request.empty()) std::_Exit(2);
  const std::string reply = answer(opener, request);
  const bool written =
      std::fwrite(reply.data(), 1, reply.size(), stdout) == reply.size() && std::fflush(stdout) == 0;
  std::_Exit(written ? 0 : 1);
}

}  // namespace gpuenv::vendor
