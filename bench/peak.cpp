// peak COMMAND [ARG...]: runs a command without output and prints the KiB of memory it had at most. A program
// of its own, because Linux counts what a process held before exec, which for a child of Python is Python's
// share.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

int main(int, char** arguments) {
  const pid_t child = fork();
  if (child == 0) {
    const int silent = open("/dev/null", O_WRONLY);
    dup2(silent, 1);
    dup2(silent, 2);
    execv(arguments[1], arguments + 1);
    _exit(127);
  }
  int status = 0;
  rusage used{};
  if (child < 0 || wait4(child, &status, 0, &used) < 0) return 1;
  std::printf("%ld\n", used.ru_maxrss);
  return WIFEXITED(status) && WEXITSTATUS(status) != 127 ? 0 : 1;
}
