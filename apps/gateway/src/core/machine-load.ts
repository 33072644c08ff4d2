import { statfs } from 'node:fs/promises';
import { freemem, loadavg, totalmem } from 'node:os';

/** What a heartbeat says about this machine: load of the last minute, memory and disk used in percent. */
export async function machineLoad(dataDir: string): Promise<{ cpu_load: number; memory_used: number; disk_used: number }> {
  const disk = await statfs(dataDir).catch(() => undefined);
  const round = (value: number) => Math.round(value * 10) / 10;
  return {
    cpu_load: round(loadavg()[0] ?? 0),
    memory_used: round((1 - freemem() / totalmem()) * 100),
    disk_used: disk && disk.blocks > 0 ? round((1 - disk.bavail / disk.blocks) * 100) : 0,
  };
}
