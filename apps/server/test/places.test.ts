import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Api, createApi, type Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginChain } from '../src/platform/audit/login-log.ts';
import { verifyChain } from '../src/platform/audit/verify.ts';
import { SettingsError } from '../src/platform/config/settings.ts';
import { createLocations } from '../src/platform/locations.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { placeDatabase } from './place-database.ts';

const PLACES = [
  { network: '192.0.2.0/24', city: 'Trondheim', country: 'Norway' },
  { network: '203.0.113.0/25', country: 'Japan' },
  {
    network: '198.51.100.0/24',
    city: { en: 'Sapporo', ja: '札幌市' },
    country: { en: 'Japan', 'zh-CN': '日本', ja: '日本' },
  },
];
const silent = { warn: () => undefined };

let folder: string;
let file: string;
let server: TestServer;
let admin: Api;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postern-places-'));
  file = join(folder, 'places.mmdb');
  await writeFile(file, placeDatabase(PLACES));
  server = await startTestServer({ settings: { locationDatabase: file, trustedProxies: ['127.0.0.1'] } });
  admin = await server.as('admin');
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const bearer = async (username: string): Promise<string> => `Bearer ${(await logIn(username, '10.0.0.1')).body.token}`;

const logIn = (username: string, ip: string, password = TEST_PASSWORD) =>
  createApi({ origin: server.url, headers: { 'x-forwarded-for': ip } }).post('/api/v1/authentication/auth/', { username, password });

test.each([
  ['192.0.2.77', 'Trondheim, Norway'],
  ['203.0.113.9', 'Japan'],
  ['203.0.113.200', 'Unknown'],
  ['2001:db8::1', 'Unknown'],
])('a log-in from %s is one from %s, whether it worked or not', async (ip, city) => {
  const { username } = await createUser(admin);
  expect((await logIn(username, ip)).status).toBe(201);
  expect((await logIn(username, ip, 'wrong')).status).toBe(400);
  const { body } = await admin.get<Json[]>(`audits/login-logs/?username=${username}`);
  expect(body.map((row) => [row.ip, row.city, row.status.value])).toEqual([
    [ip, city, false],
    [ip, city, true],
  ]);
  expect((await admin.get<Json[]>(`audits/login-logs/?username=${username}&city=${encodeURIComponent(city)}`)).body).toHaveLength(2);
});

test('each reader reads the place in their language, and finds it by what they read; rows from before are in English', async () => {
  const { username } = await createUser(admin);
  for (const ip of ['198.51.100.7', '192.0.2.7', '203.0.113.201']) expect((await logIn(username, ip)).status).toBe(201);
  const read = async (language: string, filter = '') =>
    (
      await createApi({ origin: server.url, headers: { 'accept-language': language, authorization: await bearer(username) } }).get<Json[]>(
        `/api/v1/audits/my-login-logs/?order=datetime${filter}`,
      )
    ).body.map((row) => row.city as string);
  // Logging in to read is itself a login, from nowhere that is known.
  const shown = async (language: string) => [...new Set(await read(language))].sort();
  expect(await shown('en')).toEqual(['Sapporo, Japan', 'Trondheim, Norway', 'Unknown']);
  expect(await shown('zh')).toEqual(['Trondheim, Norway', '日本 Sapporo', '未知'].sort());
  expect(await shown('ja')).toEqual(['Trondheim, Norway', '日本 札幌市', '不明'].sort());
  expect(await read('ja', `&city=${encodeURIComponent('日本 札幌市')}`)).toEqual(['日本 札幌市']);
  expect(await read('zh', '&city=Sapporo, Japan')).toEqual(['日本 Sapporo']);
  expect((await read('zh', `&city=${encodeURIComponent('未知')}`)).every((city) => city === '未知')).toBe(true);
  expect(await read('en', `&city=${encodeURIComponent('日本 札幌市')}`)).toEqual([]);

  const [kept] = (
    await sql<Json>`select city, city_names from login_logs where username = ${username} and ip = '198.51.100.7'`.execute(server.db)
  ).rows;
  expect(kept).toEqual({ city: 'Sapporo, Japan', city_names: { zh: '日本 Sapporo', ja: '日本 札幌市' } });
  const old = await sql<Json>`select city_names from login_logs where username = ${username} and ip = '192.0.2.7'`.execute(server.db);
  expect(old.rows).toEqual([{ city_names: null }]);
  expect((await verifyChain(server.db, loginChain)).broken).toBeUndefined();
});

test('another address of a place where somebody has been is told to nobody; another place is, with its name', async () => {
  const { id, username } = await createUser(admin);
  const box = (await server.as(username)) as Api;
  const subjects = async () =>
    (await box.get<Json[]>('notifications/site-messages/')).body
      .map(({ content }) => content.message as string)
      .filter((text) => /192\.0|203\.0/.test(text));
  for (const ip of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) expect((await logIn(username, ip)).status).toBe(201);
  expect(await subjects(), id).toEqual([]);
  expect((await logIn(username, '203.0.113.4')).status).toBe(201);
  await expect.poll(subjects).toEqual([expect.stringContaining('203.0.113.4 (Japan)')]);
});

test('a file that is no such database keeps the server from starting, with a word; one that replaces a good one is left aside', async () => {
  const bad = join(folder, 'bad.mmdb');
  await writeFile(bad, 'no database');
  await expect(createLocations(bad, silent).start()).rejects.toThrow(SettingsError);
  await expect(createLocations(join(folder, 'missing'), silent).start()).rejects.toThrow('POSTERN_LOCATION_DATABASE');

  const path = join(folder, 'replaced.mmdb');
  await writeFile(path, placeDatabase(PLACES));
  const warned: string[] = [];
  const locations = createLocations(path, { warn: (_details: object, text: string) => void warned.push(text) }, 20);
  await locations.start();
  try {
    expect(locations.of('192.0.2.1')?.name).toBe('Trondheim, Norway');
    await writeFile(path, 'torn');
    await expect.poll(() => warned.length).toBeGreaterThan(0);
    expect(locations.of('192.0.2.1')?.name).toBe('Trondheim, Norway');
    await writeFile(path, placeDatabase([{ network: '192.0.2.0/24', city: 'Bergen', country: 'Norway' }]));
    await expect.poll(() => locations.of('192.0.2.1')?.name).toBe('Bergen, Norway');
  } finally {
    locations.stop();
  }
});

test('without a database no place is known', async () => {
  const locations = createLocations(undefined, silent);
  await locations.start();
  expect(locations.of('192.0.2.1')).toBeNull();
});
