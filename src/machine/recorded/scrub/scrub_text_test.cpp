// Tests of replacing identities in a text: what has to go, and above all what has to stay.
#include "machine/recorded/scrub/scrub_text.h"

#include <gtest/gtest.h>

namespace gpuenv::machine::recorded {
namespace {

/// Scrubs with a known user "alice" (Linux).
std::string scrubbed(std::string_view text, TextKind kind = TextKind::text) {
  Identities identities(false);
  identities.users.replace("alice");
  return scrub_text(text, kind, identities);
}

std::string with_user(const std::string& user, std::string_view text, bool windows = false) {
  Identities identities(windows);
  identities.users.replace(user);
  return scrub_text(text, TextKind::text, identities);
}

TEST(ScrubText, NamesInThePlaceOfAHomeGo) {
  EXPECT_EQ(scrubbed("home = /home/alice/py/bin"), "home = /home/user1/py/bin");
  EXPECT_EQ(scrubbed("/home/bob:/home/alice:/home/bob/x"), "/home/user2:/home/user1:/home/user2/x");
  EXPECT_EQ(scrubbed(R"(C:\Users\carol\x; "C:\\Users\\carol\\y")"),
            R"(C:\Users\user2\x; "C:\\Users\\user2\\y")");
  EXPECT_EQ(scrubbed("/mnt/c/Users/John Smith/AppData"), "/mnt/c/Users/user2/AppData");
  EXPECT_EQ(scrubbed("file:///home/alice/w.whl"), "file:///home/user1/w.whl");
  EXPECT_EQ(scrubbed("/home/jo an/x", TextKind::path), "/home/user2/x");
}

TEST(ScrubText, WhatOnlyLooksLikeAHomeStays) {
  for (const char* text :
       {"https://github.com/users/someone", "/home/$USER/x", "/home/<name>/x", "C:\\Users\\Public\\x",
        "/root/x", "/home", "homepage", "/homes/alicex", "C:\\Users\\%USERNAME%\\x"})
    EXPECT_EQ(scrubbed(text), text);
}

TEST(ScrubText, AUserCalledLikeAWordChangesOnlyPersonalPlaces) {
  EXPECT_EQ(with_user("nvidia", "/home/nvidia/nvidia/lib/python3.12/site-packages/nvidia/cublas"),
            "/home/user1/user1/lib/python3.12/site-packages/nvidia/cublas");
  for (const char* text : {"/proc/driver/nvidia/version", "nvidia-cublas-cu12", "/usr/lib/nvidia/x",
                           "/opt/nvidia", "https://nvidia.com/nvidia/x", "nvidia", "/nvidia/x", "a/nvidia/b"})
    EXPECT_EQ(with_user("nvidia", text), text);
  EXPECT_EQ(with_user("a", "/data/a/a.out /home/a/b /home/ab"),
            "/data/user1/a.out /home/user1/b /home/user2");
  EXPECT_EQ(with_user("a", R"(D:\a\x;C:\Program Files\a)", true), R"(D:\user1\x;C:\Program Files\a)");
  EXPECT_EQ(with_user("Eve", R"(c:\users\EVE\x)", true), R"(c:\users\user1\x)");
}

TEST(ScrubText, GpuUuidsStayDistinctAndShortFormsFindTheirCard) {
  const std::string one = "GPU-8932f937-d72c-4106-c12f-20bd9faed9f6",
                    two = "GPU-11111111-d72c-4106-c12f-20bd9faed9f6";
  EXPECT_EQ(scrubbed(one + " " + two + " " + one + " GPU-8932f937 8932f937-d72c-4106-c12f-20bd9faed9f6"),
            "GPU-00000000-0000-0000-0000-000000000001 GPU-00000000-0000-0000-0000-000000000002 "
            "GPU-00000000-0000-0000-0000-000000000001 GPU-00000000-0000-0000-0000-000000000001 "
            "00000000-0000-0000-0000-000000000001");
  EXPECT_EQ(scrubbed("MIG-" + one.substr(4)), "MIG-00000000-0000-0000-0000-000000000001");
  for (const char* text : {"GPU-accelerated", "{4d36e968-e325-11ce-bfc1-08002be10318}", "GPU-0"})
    EXPECT_EQ(scrubbed(text), text);
}

TEST(ScrubText, SecretsGo) {
  EXPECT_EQ(scrubbed("https://me:pw@host/simple"), "https://hidden@host/simple");
  EXPECT_EQ(scrubbed("index = https://tok3n@host/x"), "index = https://hidden@host/x");
  EXPECT_EQ(scrubbed("HF_TOKEN=abcd1234"), "HF_TOKEN=hidden");
  EXPECT_EQ(scrubbed(R"({"api_key": "abcdef12", "x": 1})"), R"({"api_key": "hidden", "x": 1})");
  EXPECT_EQ(scrubbed("password = correct-horse\n"), "password = hidden\n");
  EXPECT_EQ(scrubbed("use hf_abcdefghijklmnopqrstuvwx1 now"), "use hidden now");
  EXPECT_EQ(scrubbed("ghp_0123456789012345678901234567890123456"), "hidden");
}

TEST(ScrubText, WhatOnlyLooksLikeASecretStays) {
  for (const char* text : {"git+ssh://git@github.com/x", "Keywords: token password", "token: string",
                           "if token == x1234567:", "TOKENIZERS_PARALLELISM=false", "max_tokens=4096",
                           "hf_transfer-0.1.8.dist-info", "sk-learn", "cache_key=abcdefgh1",
                           "https://pypi.example/a@b", "secret::name1234"})
    EXPECT_EQ(scrubbed(text), text);
}

TEST(ScrubText, NetworkAddressesGoAndVersionsStay) {
  EXPECT_EQ(scrubbed("http://10.1.2.3:8080 192.168.1.7 me@8.8.4.4 172.20.0.1"),
            "http://192.0.2.1:8080 192.0.2.2 me@192.0.2.3 192.0.2.4");
  EXPECT_EQ(scrubbed("10.1.2.3 gpu-box", TextKind::network), "192.0.2.1 gpu-box");
  EXPECT_EQ(scrubbed("link 52:54:00:ab:cd:ef 52-54-00-AB-CD-EF"), "link 02:00:00:00:00:01 02-00-00-00-00-01");
  EXPECT_EQ(scrubbed("inet6 fe80::5054:ff:feab:cdef/64"), "inet6 2001:db8::1/64");
  for (const char* text :
       {"nvidia_cublas_cu12-12.4.5.8.dist-info", "cudnn 9.10.2.21", "libcublas.so.10.2.1.243", "127.0.0.1:80",
        "0000:01:00.0", "12.4.5.8", "32.0.15.6094", "std::vector<int>", "http://localhost:80", "1.2.3.4.5",
        "12:30:45", "0.0.0.0:8000"})
    EXPECT_EQ(scrubbed(text), text);
}

TEST(ScrubText, SerialNumbersAndAccountsGo) {
  EXPECT_EQ(scrubbed("gpu0.serial=1320219000123\nSerial Number      : 1320219000123"),
            "gpu0.serial=0000000000001\nSerial Number      : 0000000000001");
  EXPECT_EQ(scrubbed(R"(HKU\S-1-5-21-1004336348-1177238915-682003330-512\X)"), R"(HKU\S-1-5-21-0-0-0-1\X)");
  for (const char* text : {"serial port", "serialization=1234", "S-1-5-18"}) EXPECT_EQ(scrubbed(text), text);
}

TEST(ScrubText, UsualHostNamesGoOnlyAfterAnAtSign) {
  Identities identities(false);
  for (const char* host : {"ubuntu", "DESKTOP-1AB2C3D"}) identities.hosts.replace(host);
  identities.unusual_hosts = {"DESKTOP-1AB2C3D"};
  EXPECT_EQ(scrub_text("ID=ubuntu me@ubuntu desktop-1ab2c3d x-desktop-1ab2c3d", TextKind::text, identities),
            "ID=ubuntu me@host1 host2 x-desktop-1ab2c3d");
}

TEST(ScrubText, AnyBytesPass) {
  std::string bytes;
  for (int i = 0; i < 4096; ++i) bytes += static_cast<char>(i * 7919 >> 3);
  for (size_t size = 0; size < 64; ++size) EXPECT_FALSE(scrubbed(bytes.substr(size)).empty());
  for (const char* text :
       {"/home/", "://", "GPU-", "serial", "token=", "\\Users\\", "1.2.3.", "S-1-5-21-", "/", "@"})
    EXPECT_EQ(scrubbed(text), text);
}

TEST(ScrubText, PiecesOfWhatItLooksForInAnyOrderPass) {
  const char* pieces[] = {"/home/",   "alice",  "\\", "Users\\", "GPU-",      "8932f937", "-", "serial",
                          " ",        "number", ":",  "://",     "@",         "token",    "=", "\"",
                          "10.1.2.3", "fe80:",  "::", "hf_",     "S-1-5-21-", "\n"};
  unsigned state = 1;
  for (int run = 0; run < 3000; ++run) {
    std::string text;
    for (int i = 0; i < 8; ++i) {
      state = state * 1664525U + 1013904223U;
      text += pieces[(state >> 16) % std::size(pieces)];
    }
    EXPECT_EQ(scrubbed(text).empty(), text.empty());
  }
}

}  // namespace
}  // namespace gpuenv::machine::recorded
