import { ok, type Route, route } from '@postern/resource';
import type pg from 'pg';
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import { hashQueue } from '../auth/hash-queue.ts';

/** Figures for Prometheus, of this process and of those beside it. Features add their own gauges to `registry`. */
export interface Metrics {
  registry: Registry;
  /** `route` is the pattern, never the address asked for: the number of labels stays small. */
  observe(method: string, route: string, status: number, seconds: number): void;
  /** Where those of other processes at the same door come from. */
  others(ask: AskOthers): void;
  routes: readonly Route[];
}

type AskOthers = () => Promise<MetricObjectWithValues<MetricValue<string>>[][]>;

export function createMetrics(pool: pg.Pool): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'postern_http_request_duration_seconds',
    help: 'Time until the answer was sent',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const connections = new Gauge({
    name: 'postern_database_connections',
    help: 'Connections of this process by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      connections.set({ state: 'open' }, pool.totalCount);
      connections.set({ state: 'idle' }, pool.idleCount);
      connections.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  const hashes = new Gauge({
    name: 'postern_password_hashes',
    help: 'Passwords that wait to be hashed, and that are',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { waiting, running } = hashQueue.state();
      hashes.set({ state: 'waiting' }, waiting);
      hashes.set({ state: 'running' }, running);
    },
  });
  const refused = new Counter({
    name: 'postern_password_hashes_refused_total',
    help: 'Requests answered 503 because too many passwords waited',
    registers: [registry],
    collect() {
      refused.reset();
      refused.inc(hashQueue.state().refused);
    },
  });
  let askOthers: AskOthers = async () => [];
  async function all(): Promise<string> {
    const others = await askOthers();
    if (others.length === 0) return registry.metrics();
    return AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...others]).metrics();
  }
  return {
    registry,
    others(ask) {
      askOthers = ask;
    },
    observe: (method, route, status, seconds) => durations.observe({ method, route, status: String(status) }, seconds),
    routes: [
      route({
        method: 'GET',
        path: '/api/v1/prometheus/metrics/',
        name: 'prometheus.metrics',
        media: 'text/plain',
        who: { allow: 'anyone', because: 'scrapers carry no login; figures only, no names' },
        rows: { none: 'figures of the processes' },
        handle: async () => ({ ...ok(await all()), headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } }),
      }),
    ],
  };
}
