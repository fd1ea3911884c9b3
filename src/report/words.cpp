// The short words of reports, English and Chinese side by side.
#include "report/words.h"

namespace gpuenv::report {
namespace {

constexpr Phrase table[] = {
    {Word::healthy, "No problem found", "未发现问题"},
    {Word::healthy_frameworks, "No problem found: {frameworks} can use the GPU",
     "未发现问题：{frameworks} 可以使用 GPU"},
    {Word::problem, "1 problem found", "发现 1 个问题"},
    {Word::problems, "{count} problems found", "发现 {count} 个问题"},
    {Word::cannot_tell, "Cannot tell: facts that decide are missing (see below)",
     "无法判断：缺少起决定作用的信息（见下文）"},
    {Word::also_warning, "1 warning", "1 条警告"},
    {Word::also_warnings, "{count} warnings", "{count} 条警告"},
    {Word::elsewhere_problem, "1 problem in another environment", "另一个环境中有 1 个问题"},
    {Word::elsewhere_problems, "{count} problems in other environments", "其他环境中有 {count} 个问题"},
    {Word::evidence, "Evidence", "依据"},
    {Word::fix, "Fix", "解决"},
    {Word::explains, "Explains", "由此引起"},
    {Word::certainty, "Certainty", "把握"},
    {Word::details, "More", "详情"},
    {Word::concerns, "Concerns", "涉及"},
    {Word::likely, "likely, not certain", "很可能，但不能确定"},
    {Word::possible, "possible, not certain", "有可能，但不能确定"},
    {Word::would_settle, "would be settled by {facts}", "以下信息可以确定：{facts}"},
    {Word::unconfirmed, "the proposed build rests on a catalog row that could not be confirmed",
     "所建议的版本依据的是一条未能核实的数据"},
    {Word::notes, "Good to know", "值得了解"},
    {Word::elsewhere, "In other environments (counted only with --all)", "其他环境（仅在使用 --all 时计入）"},
    {Word::elsewhere_more, "Evidence and fix: gpuenv doctor --env PATH, or gpuenv doctor -v for all of them",
     "依据和解决办法：gpuenv doctor --env 路径；查看全部：gpuenv doctor -v"},
    {Word::open_questions, "Cannot tell", "无法判断"},
    {Word::open, "{fact}: {reason}", "{fact}：{reason}"},
    {Word::open_denied, "{fact}: {reason}", "{fact}：无权读取（{reason}）"},
    {Word::open_timed_out, "{fact}: {reason}", "{fact}：没有在限定时间内应答（{reason}）"},
    {Word::open_not_recorded, "{fact}: {reason}", "{fact}：记录中没有（{reason}）"},
    {Word::open_unsupported, "{fact}: {reason}", "{fact}：此系统不提供（{reason}）"},
    {Word::open_failed, "{fact}: {reason}", "{fact}：读取失败（{reason}）"},
    {Word::found_out_by, "What would tell", "如何查明"},
    {Word::machine, "This machine", "本机"},
    {Word::recorded_machine, "Recorded machine: {name}", "记录的机器：{name}"},
    {Word::system, "System", "系统"},
    {Word::driver, "Driver", "驱动"},
    {Word::card, "GPU {index}", "显卡 {index}"},
    {Word::cards, "GPU", "显卡"},
    {Word::other_card, "Other GPU", "其他显卡"},
    {Word::toolkit, "CUDA toolkit", "CUDA 工具包"},
    {Word::environments, "Environments", "环境"},
    {Word::facts, "All facts", "全部信息"},
    {Word::memory_use, "Memory enough for {use}.", "显存适合：{use}。"},
    {Word::usable, "usable", "可用"},
    {Word::has_problem, "problem", "有问题"},
    {Word::not_known, "cannot tell", "无法判断"},
    {Word::cpu_only, "runs on the CPU", "使用 CPU 运行"},
    {Word::none, "none", "无"},
    {Word::no_card, "no NVIDIA card", "没有 NVIDIA 显卡"},
    {Word::no_toolkit, "none (prebuilt wheels bring their own CUDA libraries)",
     "无（预编译的 wheel 自带 CUDA 库）"},
    {Word::no_driver, "no NVIDIA driver", "没有 NVIDIA 驱动"},
    {Word::no_environment, "no Python environment found here; name one with --env PATH",
     "这里没有找到 Python 环境；可用 --env 路径 指定"},
    {Word::no_framework, "no deep-learning framework", "没有深度学习框架"},
    {Word::without_framework, "{count} more without a framework: {paths}",
     "另有 {count} 个没有框架：{paths}"},
    {Word::left_out, "Not looked at", "未检查"},
    {Word::cuda_up_to, "serves CUDA up to {cuda}", "最高支持 CUDA {cuda}"},
    {Word::kernel, "kernel {version}", "内核 {version}"},
    {Word::in_container, "in a container ({kind})", "在容器中（{kind}）"},
    {Word::active, "active", "当前环境"},
    {Word::named, "named", "指定"},
    {Word::found, "found", "搜索到"},
    {Word::cpu_build, "CPU build", "CPU 版"},
    {Word::memory_unknown, "memory unknown", "显存未知"},
    {Word::count_distributions, "{count} distributions", "{count} 个软件包"},
    {Word::tell_cards,
     "the list of PCI devices: lspci -nn -d 10de: (Windows: Device Manager, Display adapters)",
     "PCI 设备列表：lspci -nn -d 10de:（Windows：设备管理器 → 显示适配器）"},
    {Word::tell_nvml,
     "an answer of the driver's management library: nvidia-smi -L shows whether it gives one",
     "驱动管理库的应答：运行 nvidia-smi -L 可以看到它是否应答"},
    {Word::tell_driver, "the driver's version: cat /proc/driver/nvidia/version, or nvidia-smi",
     "驱动版本：cat /proc/driver/nvidia/version，或 nvidia-smi"},
    {Word::tell_files,
     "files that can be read: name the folder that holds bin/python (Scripts\\python.exe), as a user who may "
     "read it",
     "可读的文件：指定含有 bin/python（Scripts\\python.exe）的文件夹，并以有权读取的用户运行"},
    {Word::tell_access, "the same examination by a user who may read it (root may)",
     "由有权读取它的用户（如 root）再检查一次"},
    {Word::tell_architectures,
     "the code in its libraries (cuobjdump --list-elf of a CUDA toolkit lists it), or a computation on the "
     "card",
     "其库文件中的代码（CUDA 工具包的 cuobjdump --list-elf 可以列出），或在显卡上实际计算"},
    {Word::tell_run,
     "the framework itself: it lists the GPU when it finds them (jax.devices(), "
     "tf.config.list_physical_devices('GPU'))",
     "框架自身：找到这些库时会列出 GPU（jax.devices()、tf.config.list_physical_devices('GPU')）"},
    {Word::tell_variables, "the variables of the shell in which the program is started",
     "启动程序的那个终端中的环境变量"},
    {Word::tell_recording, "a recording that holds the answer: gpuenv record -o DIR on that machine",
     "包含该答案的记录：在那台机器上运行 gpuenv record -o 目录"},
    {Word::error, "error", "错误"},
    {Word::warning, "warning", "警告"},
    {Word::info, "info", "提示"},
    {Word::cause, "cause", "原因"},
    {Word::symptom, "symptom", "现象"},
    {Word::note, "note", "说明"},
    {Word::possible_fixes, "Possible fixes", "可能的解决办法"},
    {Word::accounts_for, "Accounts for", "可以解释"},
    {Word::sources, "Sources", "来源"},
    {Word::checked, "Checked", "核对日期"},
    {Word::placeholders, "Words in <angle brackets> are filled in for the machine that is examined.",
     "<尖括号> 中的内容会换成所检查机器上的实际值。"},
    {Word::comma, ", ", "，"},
};

static_assert(std::size(table) == static_cast<size_t>(Word::count_));

}  // namespace

const char* say(Word word, Language language) {
  const Phrase& phrase = table[static_cast<size_t>(word)];
  return language == Language::chinese ? phrase.zh : phrase.en;
}

std::span<const Phrase> phrases() {
  return table;
}

}  // namespace gpuenv::report
