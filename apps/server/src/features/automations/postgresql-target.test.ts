import { randomBytes } from 'node:crypto';
import type { Json } from '@postern/testkit/api';
import { createAccount, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { worked } from '../../../test/worked.ts';
import { scramVerifier } from './methods/postgresql.ts';

/** A real PostgreSQL as the machine whose roles get new passwords. */

let target: pg.Client;
const made: string[] = [];
const url = new URL(inject('postgresUrl'));

const server = serverOfFile();
beforeAll(async () => {
  target = new pg.Client({ connectionString: url.href });
  await target.connect();
});
afterAll(async () => {
  for (const role of made) await target.query(`drop role if exists ${target.escapeIdentifier(role)}`);
  await target?.end();
});

async function role(password: string): Promise<string> {
  // A name that has to be quoted, with what would end a careless statement.
  const name = `Robert'); "drop ${randomBytes(4).toString('hex')}`;
  made.push(name);
  await target.query(`create role ${target.escapeIdentifier(name)} login password ${target.escapeLiteral(password)}`);
  return name;
}

async function database(): Promise<Json> {
  const admin = await server.as('admin');
  const { body: platforms } = await admin.get<Json[]>('assets/platforms/?name=PostgreSQL');
  const answer = await admin.post('assets/databases/', {
    name: uniqueName('database'),
    address: url.hostname,
    platform: { pk: platforms[0]?.id },
    protocols: [{ name: 'postgresql', port: Number(url.port) }],
    db_name: 'postgres',
  });
  expect(answer.status).toBe(201);
  await createAccount(admin, String(answer.body.id), {
    name: 'owner',
    username: decodeURIComponent(url.username),
    secret: decodeURIComponent(url.password),
    privileged: true,
  });
  return answer.body;
}

async function run(path: string, automation: Json): Promise<string> {
  const admin = await server.as('admin');
  const made = await admin.post(`accounts/${path}-automations/`, { name: uniqueName('plan'), is_periodic: false, ...automation });
  expect(made.status).toBe(201);
  const task = String((await admin.post(`accounts/${path}-executions/`, { automation: made.body.id })).body.task);
  return worked(server, task);
}

const logsIn = async (user: string, password: string): Promise<boolean> => {
  const client = new pg.Client({ host: url.hostname, port: Number(url.port), user, password, database: 'postgres' });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
};

const secretOf = async (id: unknown): Promise<string> => {
  const { rows } = await sql<{ secret: string }>`select secret from accounts where id = ${id}`.execute(server.db);
  return server.platform.secrets.decrypt(rows[0]?.secret ?? '');
};

test('a role with an unkind name gets a new password, which the statement does not hold', async () => {
  const admin = await server.as('admin');
  const [asset, user] = [await database(), await role('Former-secret-1')];
  const one = await createAccount(admin, String(asset.id), { name: 'robert', username: user, secret: 'Former-secret-1' });
  const secrets = { secret_type: 'password', secret_strategy: 'random' };
  expect(await run('change-secret', { assets: [asset.id], accounts: [user], ...secrets })).toContain('ok: ');
  const secret = await secretOf(one.id);
  expect(await logsIn(user, secret)).toBe(true);
  expect(await logsIn(user, 'Former-secret-1')).toBe(false);
  // A password the server would read differently than we do is refused before anything is sent.
  const odd = await run('change-secret', {
    assets: [asset.id],
    accounts: [user],
    ...secrets,
    secret_strategy: 'specific',
    secret: 'Ⅸ-secret',
  });
  expect(odd).toContain('failed: ');
  expect(await logsIn(user, secret)).toBe(true);
  expect(await secretOf(one.id)).toBe(secret);
});

test('what is stored is the form of RFC 5803, from which nobody reads the password', () => {
  const verifier = scramVerifier('pencil', Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64'));
  // The exchange of RFC 7677 §3 was made with this salt, these rounds and this password.
  expect(verifier).toBe(
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  );
});

test('a role that is not there is made by a push, and found by gathering', async () => {
  const admin = await server.as('admin');
  const asset = await database();
  const user = `pushed_${randomBytes(4).toString('hex')}`;
  made.push(user);
  const secrets = { secret_type: 'password', secret_strategy: 'random' };
  expect(await run('push-account', { assets: [asset.id], accounts: [user], ...secrets })).toContain('ok: ');
  const [one] = (await admin.get<Json[]>(`accounts/accounts/?asset=${asset.id}&username=${user}`)).body;
  expect(await logsIn(user, await secretOf(one?.id))).toBe(true);
  expect(await run('gather-account', { assets: [asset.id] })).toContain('accounts found');
  const found = (await admin.get<Json[]>(`accounts/gathered-accounts/?asset_id=${asset.id}`)).body;
  expect(found.map(({ username }) => username)).toContain(user);
});
