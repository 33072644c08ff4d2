// Compiled ahead of every native addon. Since 24.19, node_object_wrap.h registers each wrapped object for the end of its
// environment and takes it out again in the destructor; run by the garbage collector, where no environment is entered,
// that aborts the process (nodejs/node#65446): one closed SSH connection would end a gateway. Without the two calls the
// header does what it did before: an object that is alive when the process ends is not destroyed.
#include <node.h>
#define AddEnvironmentCleanupHook(...) ((void)0)
#define RemoveEnvironmentCleanupHook(...) ((void)0)
