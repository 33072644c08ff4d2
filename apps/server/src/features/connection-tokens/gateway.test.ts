import { createAccount, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { gatewaysOf } from './gateway.ts';

/** The ways into a domain (docs/decisions/0043). */

let domain: string;
const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  domain = String((await admin.post('assets/domains/', { name: uniqueName('domain') })).body.id);
});

async function gateway(connectivity: string, { account = true, active = true } = {}): Promise<string> {
  const name = uniqueName('gw');
  const answer = await admin.post('assets/gateways/', {
    name,
    address: '192.0.2.1',
    platform: { pk: 1 },
    domain,
    protocols: [{ name: 'ssh', port: 2200 }],
    is_active: active,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const id = String(answer.body.id);
  if (account) await createAccount(admin, id, { username: 'jump', secret: 'canary' });
  await sql`update assets set connectivity = ${connectivity} where id = ${id}`.execute(server.db);
  return id;
}

const ask = () => server.platform.asSystem('test', (ctx) => gatewaysOf(ctx, domain));

test('are in the order to try them: reachable, unknown, dead; spread by chance; those that can carry nobody left out', async () => {
  expect(await ask()).toEqual([]);
  const dead = await gateway('err');
  const unknown = await gateway('-');
  const good = [await gateway('ok'), await gateway('ok'), await gateway('ok')];
  await gateway('ok', { account: false });
  await gateway('ok', { active: false });
  const firsts = new Map<string, number>();
  for (let round = 0; round < 120; round += 1) {
    const found = await ask();
    expect(found.map(({ id }) => id).slice(3)).toEqual([unknown, dead]);
    const first = found[0];
    firsts.set(String(first?.id), (firsts.get(String(first?.id)) ?? 0) + 1);
  }
  expect([...firsts.keys()].sort()).toEqual([...good].sort());
  // 120 throws of a die with three sides: fewer than 15 on one happens once in ten million runs.
  for (const count of firsts.values()) expect(count).toBeGreaterThan(15);
  expect((await ask())[0]).toMatchObject({
    address: '192.0.2.1',
    protocols: [{ name: 'ssh', port: 2200 }],
    account: { username: 'jump', secret: 'canary' },
    host_keys: [],
  });
});

test('are eight at most', async () => {
  for (let n = 0; n < 6; n += 1) await gateway('-');
  expect(await ask()).toHaveLength(8);
});
