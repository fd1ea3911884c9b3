// Which Python a script names as its interpreter.
#pragma once

#include <string>
#include <string_view>

namespace gpuenv::parse {

/// The interpreter in the beginning of a script that pip or a build tool wrote: of "#!/env/bin/python", or,
/// where that would be too long or hold blanks, of the "exec" line that stands in for it. "" when it names
/// none by an absolute path (also for scripts that find it relative to themselves).
std::string script_python(std::string_view beginning);

/// The same of a program that pip put in place of a script on Windows (pip.exe): its line stands before the
/// zip archive at the end.
std::string launcher_python(std::string_view program);

}  // namespace gpuenv::parse
