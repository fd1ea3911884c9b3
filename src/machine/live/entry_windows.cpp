// The program's entry on Windows: arguments come as UTF-16, standard streams carry bytes as they are.
#include <fcntl.h>
#include <io.h>

#include <cstdio>

#include "machine/live/entry.h"
#include "machine/live/win32.h"

extern "C" int wmain(int argc, wchar_t** argv) {
  for (std::FILE* stream : {stdin, stdout, stderr}) ::_setmode(::_fileno(stream), _O_BINARY);
  std::vector<std::string> arguments;
  for (int i = 1; i < argc; ++i) arguments.push_back(gpuenv::machine::live::narrow(argv[i]));
  return gpuenv_main(arguments);
}
