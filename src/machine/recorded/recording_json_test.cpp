// Tests of machine.json: what is written is read back, and no bytes can do more than give one clear sentence.
#include <gtest/gtest.h>

#include <random>

#include "machine/recorded/recorded.h"

namespace gpuenv::machine::recorded {
namespace {

using base::Unknown;
using base::Why;

template <class T>
Known<T> value(T it) {
  return Known<T>(std::move(it), "");
}

/// A recording with every kind of answer in it.
Recording sample() {
  Recording r;
  r.name = "cases/sample/machine.json";
  r.os = base::OsFamily::windows;
  r.complete = true;
  r.scrubbed = "user names";
  r.system = value(SystemInfo{"10.0.22631", "x86_64", R"(C:\Users\x)", R"(C:\)"});
  r.files[R"(C:\one)"] = {value<std::string>("550.54.15\n")};
  r.files[R"(C:\many)"] = {value<std::string>("a\n\nb\r\nc\n")};
  r.files[R"(C:\open)"] = {value<std::string>("a\nb\nc")};
  r.files[R"(C:\bytes)"] = {value(std::string("\x7F"
                                              "ELF\0\xFF\n\n",
                                              8)),
                            true};
  r.files[R"(C:\none)"] = {Unknown{Why::absent, ""}};
  r.files[R"(C:\secret)"] = {Unknown{Why::denied, "permission denied"}};
  r.files[R"(C:\empty)"] = {value<std::string>("")};
  r.status[R"(C:\big)"] = value(FileStatus{FileKind::file, 5'000'000'000});
  r.status[R"(C:\d)"] = value(FileStatus{FileKind::directory, 0});
  r.directories[R"(C:\d)"] = value(std::vector<DirectoryEntry>{{"a", FileKind::link}, {"b", FileKind::file}});
  r.directories[R"(C:\e)"] = value(std::vector<DirectoryEntry>{});
  r.links[R"(C:\d\a)"] = value<std::string>("b");
  r.access[R"(C:\d\b)"] = value(false);
  r.variables["PATH"] = value<std::string>("");
  r.registry_values["HKLM\\X"][""] = value<std::string>("1");
  r.registry_keys["HKLM"] = value(std::vector<std::string>{"X"});
  r.display_devices = value(std::vector<DeviceNode>{{"PCI\\VEN_10DE", "GeForce", 43, "32.0.15.6094"}});
  r.vendor["nvml nvml.dll"] = value<std::string>("init=0\ncount=1\n");
  r.kernel_log = value<std::string>("NVRM: a\nNVRM: b\n");
  r.vendor["cuda nvcuda.dll"] = Unknown{Why::timed_out, "3 s"};
  return r;
}

std::string error_of(std::string_view text) {
  const auto recording = read_recording(text, "m.json");
  return recording ? "" : recording.error().message;
}

TEST(RecordingJson, GivesBackWhatWasWritten) {
  const std::string text = write_recording(sample());
  const auto again = read_recording(text, "cases/sample/machine.json");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(write_recording(*again), text);
  EXPECT_EQ(*again->files.at(R"(C:\bytes)").bytes, *sample().files.at(R"(C:\bytes)").bytes);
  EXPECT_TRUE(again->files.at(R"(C:\bytes)").cut);
  EXPECT_EQ(*again->files.at(R"(C:\many)").bytes, "a\n\nb\r\nc\n");
  EXPECT_EQ(*again->files.at(R"(C:\open)").bytes, "a\nb\nc");
  EXPECT_EQ(*again->files.at(R"(C:\empty)").bytes, "");
  EXPECT_TRUE(again->files.at(R"(C:\none)").bytes.absent());
  EXPECT_EQ(again->files.at(R"(C:\secret)").bytes.why().why, Why::denied);
  EXPECT_EQ(again->status.at(R"(C:\big)")->size, 5'000'000'000);
  EXPECT_EQ(*again->directories.at(R"(C:\d)"), *sample().directories.at(R"(C:\d)"));
  EXPECT_EQ(*again->display_devices, *sample().display_devices);
  EXPECT_EQ(*again->system, *sample().system);
  EXPECT_EQ(again->vendor.at("cuda nvcuda.dll").why().why, Why::timed_out);
  EXPECT_EQ(*again->kernel_log, "NVRM: a\nNVRM: b\n");
}

TEST(RecordingJson, WritesSeveralLinesAsAListAndOtherBytesAsBase64) {
  const std::string text = write_recording(sample());
  EXPECT_NE(text.find("\"text\": \"550.54.15\\n\""), std::string::npos);
  EXPECT_NE(text.find("\"base64\": \"f0VMRgD/Cgo=\""), std::string::npos);
  EXPECT_NE(text.find("\"init=0\",\n"), std::string::npos);
  EXPECT_NE(text.find("\"open_end\": true"), std::string::npos) << "a\\nb\\nc has no end of its last line";
}

TEST(RecordingJson, NamesThatAreNoUtf8AreWrittenWithReplacements) {
  Recording r;
  r.status["/\xFF"] = value(FileStatus{FileKind::file, 1});
  const auto again = read_recording(write_recording(r), "m");
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->status.contains("/\xEF\xBF\xBD"));
}

TEST(RecordingJson, WhatWasNeverAskedStaysUnasked) {
  const auto again = read_recording(write_recording(Recording{}), "m");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->system.why().why, Why::not_recorded);
  EXPECT_EQ(again->display_devices.why().why, Why::not_recorded);
  EXPECT_EQ(again->kernel_log.why().why, Why::not_recorded);
}

TEST(RecordingJson, ErrorsNameTheFileAndThePlace) {
  EXPECT_EQ(error_of(" \n"), "m.json: the file is empty");
  EXPECT_EQ(error_of("{\"schema\""), "m.json: the JSON ends too early (byte 9 of 9)");
  EXPECT_EQ(error_of("{\"schema\" x"), "m.json: not valid JSON (byte 11 of 11)");
  EXPECT_EQ(error_of("[1e999]"), "m.json: a number in it is out of range");
  EXPECT_EQ(error_of("[]"), "m.json: this is not a recording of gpuenv (it has no \"schema\")");
  EXPECT_EQ(error_of(R"({"schema":"gpuenv/report/1"})"),
            "m.json: this is not a recording of gpuenv (schema \"gpuenv/report/1\")");
  EXPECT_EQ(
      error_of(R"({"schema":"gpuenv/recording/2"})"),
      "m.json: made by a newer gpuenv: this one reads gpuenv/recording/1, the file is gpuenv/recording/2");
  EXPECT_EQ(error_of(R"({"schema":"gpuenv/recording/1"})"), "m.json: os: missing");
  EXPECT_EQ(error_of(R"({"schema":"gpuenv/recording/1","os":"linux"})"), "m.json: environments: missing");
}

TEST(RecordingJson, WrongTypesNameTheKey) {
  const auto error = [](const std::string& members) {
    return error_of(R"({"schema":"gpuenv/recording/1","environments":[],"os":"linux",)" + members + "}");
  };
  EXPECT_EQ(error(R"("files":[])"), "m.json: files: expected an object");
  EXPECT_EQ(error(R"("files":{"/x":{"text":1}})"), "m.json: files[/x].text: expected a text");
  EXPECT_EQ(error(R"("files":{"/x":{}})"), "m.json: files[/x]: needs one of text, lines, base64 and unknown");
  EXPECT_EQ(error(R"("files":{"/x":{"text":"a","lines":[]}})"),
            "m.json: files[/x]: more than one of text, lines and base64");
  EXPECT_EQ(error(R"("files":{"/x":{"base64":"?"}})"), "m.json: files[/x].base64: not base64");
  EXPECT_EQ(error(R"("files":{"/x":{"unknown":"lost"}})"), "m.json: files[/x].unknown: not a reason");
  EXPECT_EQ(error(R"("status":{"/x":{"kind":"fiel"}})"), "m.json: status[/x].kind: not a kind of file");
  EXPECT_EQ(error(R"("status":{"/x":{"kind":"file","size":-1}})"),
            "m.json: status[/x].size: expected a whole number that is not negative");
  EXPECT_EQ(error(R"("display_devices":[{"problem_code":99999999999}])"),
            "m.json: display_devices.problem_code: the number is too large");
  EXPECT_EQ(error(R"("access":{"/x":"yes"})"), "m.json: access[/x]: expected true or false");
  EXPECT_EQ(error(R"("drectories":{})"), "m.json: drectories: this key is not known");
  EXPECT_EQ(error_of(R"({"schema":"gpuenv/recording/1","environments":[],"os":"beos"})"),
            "m.json: os: expected \"linux\", \"windows\" or \"other\"");
}

TEST(RecordingJson, NoCutTextIsReadAsARecording) {
  std::string text = write_recording(sample());
  text.pop_back();
  for (size_t size = 0; size < text.size(); size += 7) {
    const std::string error = error_of(text.substr(0, size));
    EXPECT_TRUE(error.starts_with("m.json: ")) << size << ": " << error;
  }
}

TEST(RecordingJson, DamagedTextGivesARecordingOrOneSentence) {
  const std::string text = write_recording(sample());
  std::mt19937 random(20);  // NOLINT(bugprone-random-generator-seed): the same damage in every run
  for (int run = 0; run < 1500; ++run) {
    std::string damaged = text;
    for (int i = 0; i < 1 + run % 3; ++i) damaged[random() % damaged.size()] = static_cast<char>(random());
    const auto recording = read_recording(damaged, "m.json");
    if (recording)
      EXPECT_FALSE(write_recording(*recording).empty());
    else
      EXPECT_EQ(recording.error().message.find('\n'), std::string::npos);
  }
}

TEST(RecordingJson, DeepNestingIsNoTrouble) {
  EXPECT_NE(error_of(std::string(200'000, '[')), "");
  EXPECT_NE(error_of(std::string(100'000, '[') + std::string(100'000, ']')), "");
}

TEST(RecordingJson, AValueThatLacksAKeyIsRefused) {
  const auto error = [](const std::string& member) {
    return error_of(R"({"schema":"gpuenv/recording/1","environments":[],"os":"windows",)" + member + "}");
  };
  EXPECT_EQ(error(R"("status":{"/x":{"kind":"file"}})"), "m.json: status[/x].size: missing");
  EXPECT_EQ(error(R"("status":{"/x":{"size":3}})"), "m.json: status[/x].kind: missing");
  EXPECT_EQ(error(R"("status":{"/x":{"kind":"directory"}})"), "");
  EXPECT_EQ(error(R"("system":{"kernel":"6.8"})"), "m.json: system.architecture: missing");
  EXPECT_EQ(error(R"("files":{"/x":{"beginning":{}}})"),
            "m.json: files[/x].beginning: needs one of text, lines, base64 and unknown");
  EXPECT_EQ(error(R"("display_devices":[{"instance_id":"PCI","description":"","driver_version":""}])"),
            "m.json: display_devices.problem_code: missing");
}

}  // namespace
}  // namespace gpuenv::machine::recorded
