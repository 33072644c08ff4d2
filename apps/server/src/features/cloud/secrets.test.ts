import { inspect } from 'node:util';
import { PLATFORM_LINUX } from '@postern/contract/ids';
import type { Log } from '@postern/resource';
import type { Json } from '@postern/testkit/api';
import { uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

/** What is kept of a cloud account's secrets, and who learns of them: nobody. */
const logged: string[] = [];
const write = (details: object, message: string): void => void logged.push(`${message} ${inspect(details, { depth: 12 })}`);
const log: Log = { debug: write, info: write, warn: write, error: write };

const server = serverOfFile({ log });
const admin = forThisFile(() => server.as('admin'));

const ACCOUNTS = 'xpack/cloud/accounts/';
const SECRET = 'open-sesame-of-the-cloud';
const vmware = (attrs: Json = {}): Json => ({
  name: uniqueName('cloud'),
  provider: 'vmware',
  // Nothing is there; the guarded client would refuse it as well.
  attrs: { host: '127.0.0.1', port: 9, username: 'reader', password: SECRET, ...attrs },
});
const storedSecret = async (id: unknown): Promise<string> => {
  const { rows } = await sql<{ secrets: string }>`select secrets from cloud_accounts where id = ${id}`.execute(server.db);
  return server.platform.secrets.decrypt(String(rows[0]?.secrets));
};

describe('a secret of a cloud account', () => {
  test('is in no answer, log or audit event, and encrypted in the database', async () => {
    const made = await admin.post(ACCOUNTS, vmware());
    expect(made.status).toBe(201);
    expect(made.body.attrs).toEqual({ host: '127.0.0.1', port: 9, username: 'reader' });
    const { id } = made.body;
    const answers = [
      made,
      await admin.get(ACCOUNTS),
      await admin.get(`${ACCOUNTS}${id}/`),
      await admin.get(`${ACCOUNTS}?format=csv`),
      await admin.get(`${ACCOUNTS}${id}/test-connective/`),
      await admin.get(`xpack/cloud/regions/?account_id=${id}`),
      await admin.get('audits/operate-logs/'),
      await admin.options(`${ACCOUNTS}?provider=vmware`),
    ];
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(SECRET);
    expect(answers[4]?.status).toBe(400);
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(a)::text as row from cloud_accounts a where id = ${id}
      union all select to_jsonb(l)::text from operate_logs l where l.resource_type = 'cloudaccount'`.execute(server.db);
    expect(rows.length).toBeGreaterThan(1);
    for (const { row } of rows) expect(row).not.toContain(SECRET);
    expect(logged.join('\n')).not.toContain(SECRET);
    expect(JSON.parse(await storedSecret(id))).toEqual({ password: SECRET });
  });

  test('stays when an update leaves it out, and is asked for when the place it is sent to changes', async () => {
    const { id } = (await admin.post(ACCOUNTS, vmware())).body;
    const change = (attrs: Json) => admin.patch(`${ACCOUNTS}${id}/`, { attrs });
    expect((await change({ username: 'another', password: '' })).status).toBe(200);
    expect(JSON.parse(await storedSecret(id))).toEqual({ password: SECRET });
    const moved = await change({ host: '192.0.2.99' });
    expect(moved.status).toBe(400);
    expect(moved.body.attrs).toHaveProperty('password');
    expect((await admin.get(`${ACCOUNTS}${id}/`)).body.attrs).toMatchObject({ host: '127.0.0.1', username: 'another' });
    expect((await change({ host: '192.0.2.99', password: 'a new one' })).status).toBe(200);
    expect(JSON.parse(await storedSecret(id))).toEqual({ password: 'a new one' });
    // Nor by the way of another provider, or of the column itself.
    await admin.patch(`${ACCOUNTS}${id}/`, { provider: 'lan', secrets: '{}', attrs: { username: 'reader' } });
    expect((await admin.get(`${ACCOUNTS}${id}/`)).body.provider.value).toBe('vmware');
    expect(JSON.parse(await storedSecret(id))).toEqual({ password: 'a new one' });
  });

  test('is missed when an account is made without it, and so is a provider nobody knows', async () => {
    expect((await admin.post(ACCOUNTS, vmware({ password: '' }))).body.attrs).toHaveProperty('password');
    expect((await admin.post(ACCOUNTS, { ...vmware(), provider: 'constructor' })).body).toHaveProperty('provider');
    expect((await admin.post(ACCOUNTS, { ...vmware(), attrs: [] })).body).toHaveProperty('attrs');
    expect((await admin.post(ACCOUNTS, { ...vmware(), attrs: { platform: PLATFORM_LINUX } })).body.attrs).toHaveProperty('host');
  });
});
