import { createUser } from '@postern/testkit/factories';
import { expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { ENVIRONMENT, readSettings } from '../../platform/config/settings.ts';

/** What the environment fixes, as people who may see settings are told it. */

const CANARY = 'canary-4711-that-nobody-may-read-anywhere';
const { fixed } = readSettings({
  POSTERN_HTTP_PORT: '8443',
  POSTERN_TRUSTED_PROXIES: '10.0.0.1, 10.0.1.0/24',
  DATABASE_URL: `postgres://door:${CANARY}@database.example/postern`,
  DATABASE_OWNER_URL: `postgres://owner:${CANARY}@database.example/postern`,
  DATABASE_DIRECT_URL: `postgres://door:${CANARY}@direct.example/postern`,
  POSTERN_ADMIN_PASSWORD: CANARY,
  POSTERN_SECRET_KEY: CANARY,
  POSTERN_LOCAL_PROOF: CANARY,
});
const server = serverOfFile({ settings: { fixed } });

interface Told {
  settings: { name: string; value: string | null; secret: boolean; source: string }[];
}
const PATH = 'settings/environment/';

test('each is told with what is in force and who gave it, and no secret with its value', async () => {
  const { body, status } = await (await server.as('admin')).get<Told>(PATH);
  expect(status).toBe(200);
  expect(body.settings.map(({ name }) => name)).toEqual(Object.keys(ENVIRONMENT));
  const told = new Map(body.settings.map(({ name, ...rest }) => [name, rest]));
  expect(told.get('POSTERN_HTTP_PORT')).toEqual({ value: '8443', secret: false, source: 'environment' });
  expect(told.get('POSTERN_TRUSTED_PROXIES')?.value).toBe('10.0.0.1, 10.0.1.0/24');
  expect(told.get('POSTERN_SSH_PORT')).toEqual({ value: '2222', secret: false, source: 'default' });
  expect(told.get('POSTERN_TLS_CERT')).toEqual({ value: null, secret: false, source: 'default' });
  expect(told.get('POSTERN_SECRET_KEY')).toEqual({ value: null, secret: true, source: 'environment' });
  expect(told.get('POSTERN_BOOTSTRAP_TOKEN')).toEqual({ value: null, secret: true, source: 'file' });
  expect(JSON.stringify(body)).not.toContain('canary');
  expect(JSON.stringify(body)).not.toContain('database.example');
});

test('whatever sounds like a secret is one', () => {
  const open = fixed.filter(({ secret }) => !secret).map(({ name }) => name);
  // A file’s path, and a public key.
  expect(open.filter((name) => /KEY|PASSWORD|TOKEN|PROOF|URL|SECRET/.test(name))).toEqual([
    'POSTERN_TEST_LICENCE_KEY',
    'POSTERN_TLS_KEY',
    'POSTERN_KNOWN_PASSWORDS',
  ]);
});

test('what `postern up` gives its processes is not what somebody set', () => {
  const told = readSettings({
    POSTERN_GIVEN: 'POSTERN_HTTP_PORT',
    POSTERN_HTTP_PORT: '80',
    POSTERN_SSH_PORT: '22',
    DATABASE_URL: 'postgres://own',
  });
  const source = (name: string) => told.fixed.find((one) => one.name === name)?.source;
  expect(['POSTERN_HTTP_PORT', 'POSTERN_SSH_PORT', 'DATABASE_URL'].map(source)).toEqual(['environment', 'default', 'default']);
});

test('only people who may see settings are told', async () => {
  const admin = await server.as('admin');
  const anybody = await server.as((await createUser(admin)).username);
  expect((await anybody.get(PATH)).status).toBe(403);
  expect((await server.anyone.get(PATH)).status).toBe(401);
});
