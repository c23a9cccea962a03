// libprotobuf registers the descriptors of its own files before main, a third of the time that a
// small check takes, and again when the first of them is asked for, if that was not done
// (generated_message_reflection.cc AssignDescriptorsImpl). The linker puts this in place of the
// first time (--wrap): runs without descriptors do without.
namespace grpcfg {

extern "C" void RegisterLater(void* runner, const void* table) __asm__(
    "__wrap__ZN6google8protobuf8internal20AddDescriptorsRunnerC1EPKNS1_15DescriptorTableE");

[[gnu::used]] void RegisterLater(void* /*runner*/, const void* /*table*/) {}

}  // namespace grpcfg
