import { createHost, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createSecretBox } from '../src/platform/secrets/envelope.ts';
import { keyringOf } from '../src/platform/secrets/keyring.ts';
import { rewrapAll } from '../src/platform/secrets/rotation.ts';
import { serverOfFile } from './harness.ts';
import { MASTER_KEY } from './test-platform.ts';

/** What the database that is copied was encrypted with. */
const OLD = MASTER_KEY;
const NEW = 'the second master key of this suite, 32+';
let keys = [OLD];
const server = serverOfFile({ keyring: keyringOf(keys, () => keys) });

test('rotation reaches every encrypted value while the server runs, can be cut off, and leaves nothing of the old key', async () => {
  const { db, platform } = server;
  const admin = await server.as('admin');
  const host = await createHost(admin);
  const secret = 'a secret to be found nowhere';
  const made = await admin.post('accounts/accounts/', {
    name: uniqueName('acc'),
    username: 'root',
    asset: host.id,
    secret_type: 'password',
    secret,
  });
  expect(made.status).toBe(201);
  await platform.asSystem('test', (ctx) => platform.systemSettings.set(ctx, { TEST_PAIR: { pem: secret } }, { secret: true }));
  const nested = JSON.stringify({ deep: [platform.secrets.encrypt('one'), { x: platform.secrets.encrypt('two') }] });
  await sql`insert into settings (name, value) values ('nested', ${nested}::jsonb)`.execute(db);

  keys = [NEW, OLD];
  await platform.events.publish(db, 'master-key', {});
  platform.keyring.reload();
  // Cut off after the first table: the first failure ends it, the second run goes on.
  await expect(
    rewrapAll(db, platform.keyring, () => {
      throw new Error('cut off');
    }),
  ).rejects.toThrow('cut off');
  expect(await rewrapAll(db, platform.keyring, () => undefined)).toBeGreaterThan(0);
  expect(await rewrapAll(db, platform.keyring, () => undefined)).toBe(0);

  keys = [NEW];
  platform.keyring.reload();
  const { rows } = await sql<{ value: { deep: [string, { x: string }] } }>`select value from settings where name = 'nested'`.execute(db);
  const box = createSecretBox(keyringOf([NEW]));
  expect([box.decrypt(rows[0]?.value.deep[0] ?? ''), box.decrypt(rows[0]?.value.deep[1].x ?? '')]).toEqual(['one', 'two']);
  const stored = await sql<{ secret: string }>`select secret from accounts where id = ${made.body.id}`.execute(db);
  expect(box.decrypt(stored.rows[0]?.secret ?? '')).toBe(secret);
  await platform.systemSettings.start();
  expect(platform.systemSettings.stored('TEST_PAIR')).toEqual({ pem: secret });
});
