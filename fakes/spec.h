// Answers of the fake vendor libraries, from the file that the environment variable FAKE_GPU_SPEC names.
//
//   KEY=VALUE      what a call answers           driver=550.54.15   gpu0.cc=8.9   init=18
//   KEY!=CODE      the error that it returns     gpu0.memory_mib!=3
//   KEY!=crash     it crashes
//   KEY!=hang      it never returns
// The keys are those of the replies in src/vendor/vendor.h. Lines with other keys belong to fakes/machine.sh.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <windows.h>
#define EXPORT __declspec(dllexport)
static void wait_forever(void) {
  Sleep(INFINITE);
}
#else
#include <unistd.h>
#define EXPORT __attribute__((visibility("default")))
static void wait_forever(void) {
  for (;;) pause();
}
#endif

static char spec_text[1 << 16];

static void load_spec(void) {
  static int loaded;
  if (loaded) return;
  loaded = 1;
  const char* path = getenv("FAKE_GPU_SPEC");
  FILE* file = path ? fopen(path, "rb") : NULL;
  if (!file) return;
  spec_text[fread(spec_text, 1, sizeof spec_text - 1, file)] = 0;
  fclose(file);
}

/// Copies what follows "KEY" and "mark" in its line; NULL when there is no such line.
static const char* find_line(const char* key, const char* mark, char* out, size_t size) {
  load_spec();
  const size_t key_length = strlen(key), mark_length = strlen(mark);
  for (const char* line = spec_text; *line;) {
    const char* end = line + strcspn(line, "\r\n");
    if (!strncmp(line, key, key_length) && !strncmp(line + key_length, mark, mark_length)) {
      const char* value = line + key_length + mark_length;
      const size_t length = (size_t)(end - value);
      const size_t kept = length < size ? length : size - 1;
      memcpy(out, value, kept);
      out[kept] = 0;
      return out;
    }
    line = end + strspn(end, "\r\n");
  }
  return NULL;
}

/// What the spec wants a call to return; crashes or hangs when it wants that.
static int call_result(const char* key) {
  char text[64];
  if (!find_line(key, "!=", text, sizeof text)) return 0;
  if (!strcmp(text, "crash")) *(volatile int*)0 = 1;
  if (!strcmp(text, "hang")) wait_forever();
  return atoi(text);
}

static const char* spec_value(const char* key, const char* otherwise, char* out, size_t size) {
  if (find_line(key, "=", out, size)) return out;
  snprintf(out, size, "%s", otherwise);
  return out;
}

static int spec_number(const char* key, int otherwise) {
  char text[64];
  return find_line(key, "=", text, sizeof text) ? atoi(text) : otherwise;
}
