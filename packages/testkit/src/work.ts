/**
 * Milliseconds of processor time that this process spends on something. What must not keep a process busy is judged by this: unlike
 * the time on the clock it does not grow with what else the machine is doing.
 */
export async function workOf(task: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
