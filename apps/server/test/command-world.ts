import type { Api, Json } from '@postern/testkit/api';
import { createHost, createUser, uniqueName } from '@postern/testkit/factories';
import type { OpenSearch } from '@postern/testkit/opensearch';
import { until } from '@postern/testkit/until';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { runJob } from '../src/app.ts';
import { exchanged } from './exchanged.ts';
import type { TestServer } from './harness.ts';
import { type Component, registerComponent } from './matrix/actors.ts';
import { reportSession } from './reported-sessions.ts';

/** Components that give commands to a server, and storages in a search engine to which it takes them. */
export interface CommandWorld {
  admin: Api;
  /** A component whose commands go to a storage, or stay. */
  componentFor(storage?: Json): Promise<Component>;
  session(component: Component, change?: Json): Promise<string>;
  give(component: Component, session: string, entries: readonly Json[]): Promise<void>;
  storage(url: string, change?: Json): Promise<Json>;
  /** Runs the job until nothing waits for a storage any more. */
  shipped(storage: Json): Promise<void>;
  job(name: string): Promise<void>;
  /** Commands of the table that wait for a storage. */
  waiting(storage: Json): Promise<number>;
  list(query: string, api?: Api): Promise<Json[]>;
}

export async function commandWorld(server: TestServer): Promise<CommandWorld> {
  const admin = await server.as('admin');
  const [mei, host] = [await createUser(admin, { name: 'Mei', username: 'mei' }), await createHost(admin, { name: 'db-01' })];
  const job = async (name: string): Promise<void> => {
    const found = server.assembly.jobs.find((one) => one.name === name);
    if (!found) throw new Error(`No job ${name}`);
    await runJob(server.platform, found, {});
  };
  const waiting = async ({ id }: Json): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from commands where storage_id = ${id}`.execute(server.db);
    return rows[0]?.n ?? 0;
  };
  return {
    admin,
    job,
    waiting,
    async componentFor(storage) {
      const component = await registerComponent(server);
      await exchanged(server, component.terminalId, { user_id: mei.id, asset_id: host.id });
      if (storage) {
        const chosen = await admin.patch(`terminal/terminals/${component.terminalId}/`, { command_storage: storage.name });
        expect(chosen.status, JSON.stringify(chosen.body)).toBe(200);
      }
      return component;
    },
    session: (component, change) => reportSession(component, mei, host, { remote_addr: '192.0.2.9', ...change }),
    async give(component, session, entries) {
      const body = entries.map((one) => ({
        session,
        user: 'Mei(mei)',
        asset: 'db-01',
        account: 'root',
        output: '',
        timestamp: 1_700_000_000,
        ...one,
      }));
      for (let at = 0; at < body.length; at += 1_000)
        expect((await component.api.post('terminal/commands/', body.slice(at, at + 1_000))).status).toBe(201);
    },
    async storage(url, change = {}) {
      const name = uniqueName('log');
      const made = await admin.post<Json>('terminal/command-storages/?type=es', {
        name,
        type: 'es',
        ...change,
        meta: { HOSTS: [url], INDEX: name, ...change.meta },
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      return made.body;
    },
    async shipped(storage) {
      await until('all commands are in their storage', 60_000, async () => {
        await job('command-log-ship');
        return (await waiting(storage)) === 0;
      });
    },
    list: async (query, api = admin) => (await api.get<Json[]>(`terminal/commands/?${query}`)).body,
  };
}

/** How many documents a storage's index has, asked past the product. */
export async function documents(engine: OpenSearch, { meta }: Json): Promise<number> {
  const { body } = await engine.ask('GET', `/${meta.INDEX_BY_DATE ? `${meta.INDEX}-alias` : meta.INDEX}/_count`);
  return Number(body.count);
}
