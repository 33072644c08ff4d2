import type { Context } from '@postern/resource';
import { Gauge, type Registry } from 'prom-client';
import { aliveStatus, loadOf } from './status.ts';

/** Every server process reads the same from the database: it is not to be added up. */
const SAME = 'max';

/**
 * Figures of components for Prometheus, by the names that existing dashboards read (docs/wire/audits.md#metrics).
 * Read from the database when scraped, so any node answers for all.
 */
export function registerComponentGauges(registry: Registry, context: () => Context): void {
  const registers = [registry];
  const counts = new Gauge({
    name: 'jumpserver_components_status_total',
    help: 'Components by type and load',
    aggregator: SAME,
    labelNames: ['component_type', 'status'],
    registers,
    collect: () => collect(),
  });
  const sessions = new Gauge({
    name: 'jumpserver_components_session_active_total',
    help: 'Live sessions by component type',
    aggregator: SAME,
    labelNames: ['component_type'],
    registers,
  });
  const figure = (name: string, help: string) =>
    new Gauge({ name, help, aggregator: SAME, labelNames: ['component_type', 'component'], registers });
  const cpu = figure('jumpserver_components_cpu_load', 'CPU load as the component reports it');
  const memory = figure('jumpserver_components_memory_used', 'Memory used, per cent');
  const disk = figure('jumpserver_components_disk_used', 'Disk used, per cent');
  const online = figure('jumpserver_components_session_online', 'Live sessions of the component');

  async function collect(): Promise<void> {
    const ctx = context();
    const alive = await aliveStatus(ctx);
    const rows = await ctx.tx.selectFrom('terminals').select(['id', 'type', 'name']).execute();
    for (const gauge of [counts, sessions, cpu, memory, disk, online]) gauge.reset();
    for (const { id, type, name } of rows) {
      const status = alive.get(id);
      counts.inc({ component_type: type, status: 'any' });
      counts.inc({ component_type: type, status: loadOf(status) });
      if (!status) continue;
      const labels = { component_type: type, component: name };
      sessions.inc({ component_type: type }, status.session_online);
      cpu.set(labels, status.cpu_load);
      memory.set(labels, status.memory_used);
      disk.set(labels, status.disk_used);
      online.set(labels, status.session_online);
    }
  }
}
