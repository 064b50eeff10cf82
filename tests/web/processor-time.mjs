/** The ms that the processor is busy with `work`; other programs make no difference to it. */
export function processorTime(work) {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
