// The smallest C++ program: what starting a process costs at all, on this machine, at this moment.
#include <cstdio>

int main() {
  std::puts("hello");
}
