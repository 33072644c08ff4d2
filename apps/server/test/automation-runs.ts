import type { Json } from '@postern/testkit/api';
import { createAccount, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { runJob } from '../src/app.ts';
import type { TestServer } from './harness.ts';
import { worked } from './worked.ts';

/** What tests of automations on databases do over and over, over HTTP where there is a way. */
export interface AutomationRuns {
  /** An asset of a built-in platform on a port of loopback, with the account an administrator's login is made with. */
  asset(given: {
    platform: string;
    protocol: string;
    port: number;
    admin: { username: string; secret: string };
    more?: Json;
  }): Promise<Json>;
  account(asset: Json, username: string, secret: string, more?: Json): Promise<Json>;
  /** Makes an automation, starts it and does the worker's part. @returns its log */
  run(path: 'change-secret' | 'push-account' | 'gather-account', automation: Json): Promise<string>;
  /** Verifies an account. @returns its connectivity */
  verified(id: unknown): Promise<string>;
  secretOf(id: unknown): Promise<string>;
  /** The newest record of an account. */
  recordOf(accountId: unknown): Promise<Json>;
  /** Looks into what is in doubt, as if so much time had passed since. */
  settle(recordId: unknown, passed: '2 seconds' | '1 hour'): Promise<void>;
  /**
   * A change of an account is in doubt, because the line broke at a moment. Two seconds later it is too early to say: were it unheard, the statement might
   * still be on its way. After an hour a login settles it.
   */
  doubtSettles(account: Json, moment: 'before' | 'after', former: string): Promise<void>;
  /** Everything that people or programs could read of the runs, and all candidates there ever were. */
  traces(): Promise<{ text: string; secrets: string[] }>;
}

export function automationRuns(server: TestServer): AutomationRuns {
  const admin = () => server.as('admin');
  const runs: AutomationRuns = {
    async asset({ platform, protocol, port, admin: login, more = {} }) {
      const { body: platforms } = await (await admin()).get<Json[]>(`assets/platforms/?name=${encodeURIComponent(platform)}`);
      const answer = await (await admin()).post('assets/databases/', {
        name: uniqueName('database'),
        address: '127.0.0.1',
        platform: { pk: platforms[0]?.id },
        protocols: [{ name: protocol, port }],
        db_name: '0',
        ...more,
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      await createAccount(await admin(), String(answer.body.id), { name: 'keeper', ...login, privileged: true });
      return answer.body;
    },
    account: async (asset, username, secret, more = {}) =>
      createAccount(await admin(), String(asset.id), { name: uniqueName('account'), username, secret, ...more }),
    async run(path, automation) {
      const made = await (await admin()).post(`accounts/${path}-automations/`, {
        name: uniqueName('plan'),
        is_periodic: false,
        ...automation,
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const started = await (await admin()).post(`accounts/${path}-executions/`, { automation: made.body.id });
      expect(started.status, JSON.stringify(started.body)).toBe(201);
      return worked(server, started.body.task);
    },
    async verified(id) {
      const answer = await (await admin()).post('accounts/accounts/tasks/', { action: 'verify', accounts: [id] });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      await worked(server, answer.body.task);
      return String((await (await admin()).get(`accounts/accounts/${id}/`)).body.connectivity.value);
    },
    async secretOf(id) {
      const { rows } = await sql<{ secret: string }>`select secret from accounts where id = ${id}`.execute(server.db);
      return server.platform.secrets.decrypt(rows[0]?.secret ?? '');
    },
    async recordOf(accountId) {
      const { rows } = await sql<Json>`
        select * from change_secret_records where account_id = ${accountId} order by date_created desc limit 1`.execute(server.db);
      return rows[0] ?? {};
    },
    async settle(recordId, passed) {
      await sql`update change_secret_records set date_next_attempt = now() - interval '1 second', date_started = now() - ${passed}::interval
        where id = ${recordId}`.execute(server.db);
      const job = server.assembly.jobs.find(({ name }) => name === 'automations.settle');
      if (!job) throw new Error('There is no such job');
      await runJob(server.platform, job, {});
    },
    async doubtSettles({ id }, moment, former) {
      const open = await runs.recordOf(id);
      const status = async () => (await runs.recordOf(id)).status;
      if (moment === 'before') {
        await runs.settle(open.id, '2 seconds');
        expect(await status()).toBe('uncertain');
      }
      await runs.settle(open.id, '1 hour');
      expect(await status()).toBe(moment === 'after' ? 'success' : 'failed');
      expect(await runs.secretOf(id)).toBe(moment === 'after' ? server.platform.secrets.decrypt(String(open.new_secret)) : former);
      expect(await runs.verified(id)).toBe('ok');
    },
    async traces() {
      const { rows: text } = await sql<{ text: string }>`
        select t::text as text from task_logs t union all select t::text from task_runs t union all select t::text from operate_logs t
        union all select t::text from automation_executions t union all select t::text from change_secret_records t`.execute(server.db);
      const { rows } = await sql<{ new_secret: string }>`select new_secret from change_secret_records`.execute(server.db);
      return { text: text.map((row) => row.text).join('\n'), secrets: rows.map((row) => server.platform.secrets.decrypt(row.new_secret)) };
    },
  };
  return runs;
}
