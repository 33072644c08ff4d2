import { createSocket } from 'node:dgram';
import { SETTINGS, type SettingsReader } from '@postern/contract/settings';
import { expect, test } from 'vitest';
import { radiusConfig, readServers } from './config.ts';
import { prove } from './prove.ts';

/** A server that hears and says nothing. */
async function deaf(): Promise<{ port: number; heard: Buffer[]; close(): void }> {
  const heard: Buffer[] = [];
  const socket = createSocket('udp4').on('message', (bytes) => heard.push(bytes));
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  return { port: socket.address().port, heard, close: () => socket.close() };
}

const settings = (values: Record<string, unknown>): SettingsReader => ({
  get: (key) => (values[key] ?? SETTINGS[key].default) as never,
});

test('a server that says nothing is asked again after the wait, as often as the settings say', async () => {
  const { port, heard, close } = await deaf();
  const ask = async (RADIUS_TIMEOUT: number, RADIUS_RETRIES: number): Promise<number> => {
    const config = radiusConfig(settings({ RADIUS_SERVER: `127.0.0.1:${port}`, RADIUS_SECRET: 's', RADIUS_TIMEOUT, RADIUS_RETRIES }));
    if (!config) throw new Error('nobody could be asked');
    const start = performance.now();
    await expect(prove(config, ['127.0.0.1'], { username: 'pat', password: 'x', from: '198.51.100.7' })).rejects.toMatchObject({
      code: 'silent',
    });
    return performance.now() - start;
  };
  const quick = 0.05;
  expect(await ask(quick, 2)).toBeGreaterThan(145);
  // The same packet each time (RFC 2865 §2.5).
  expect(heard).toHaveLength(3);
  expect(new Set(heard.map(String)).size).toBe(1);
  expect(await ask(quick * 4, 0)).toBeGreaterThan(195);
  expect(heard).toHaveLength(4);
  close();
});

test('a request says by what name servers know this one', async () => {
  const { port, heard, close } = await deaf();
  const given = { RADIUS_SERVER: `127.0.0.1:${port}`, RADIUS_SECRET: 's', RADIUS_TIMEOUT: 0.05, RADIUS_NAS_IDENTIFIER: 'north-gate' };
  const config = radiusConfig(settings(given));
  if (!config) throw new Error('nobody could be asked');
  await expect(prove(config, ['127.0.0.1'], { username: 'pat', password: 'hush-hush', from: '' })).rejects.toMatchObject({
    code: 'silent',
  });
  expect(heard[0]?.includes(Buffer.from([32, 12, ...Buffer.from('north-gate')]))).toBe(true);
  expect(heard[0]?.includes('hush-hush')).toBe(false);
  close();
});

test('an address of this machine is not asked unless the operator allows it', async () => {
  const { port, heard, close } = await deaf();
  const config = radiusConfig(settings({ RADIUS_SERVER: `127.0.0.1:${port}`, RADIUS_SECRET: 's' }));
  if (!config) throw new Error('nobody could be asked');
  await expect(prove(config, [], { username: 'pat', password: 'x', from: '198.51.100.7' })).rejects.toMatchObject({ code: 'blocked' });
  expect(heard).toEqual([]);
  close();
});

test.each<[string, unknown]>([
  ['one', [{ host: 'one', port: 1812 }]],
  [
    'one:1645|two, [fd00::1]:99 fd00::2',
    [
      { host: 'one', port: 1645 },
      { host: 'two', port: 1812 },
      { host: 'fd00::1', port: 99 },
      { host: 'fd00::2', port: 1812 },
    ],
  ],
  ['', undefined],
  ['one:0', undefined],
  ['one:70000', undefined],
  ['radius://one', undefined],
  ['one two/three', undefined],
])('servers of "%s"', (text, found) => expect(readServers(text, 1812)).toEqual(found));

test.each([
  ['127.0.0.1', 'udp4', [4, 6, 127, 0, 0, 1]],
  ['::1', 'udp6', [95, 18, ...Array(15).fill(0), 1]],
] as const)('a request by way of %s says where the person is, and from where it is asked', async (host, family, nas) => {
  const heard: Buffer[] = [];
  const socket = createSocket(family).on('message', (bytes) => heard.push(bytes));
  await new Promise<void>((done) => socket.bind(0, host, done));
  const at = `${family === 'udp6' ? `[${host}]` : host}:${socket.address().port}`;
  const config = radiusConfig(settings({ RADIUS_SERVER: at, RADIUS_SECRET: 's', RADIUS_TIMEOUT: 0.05, RADIUS_RETRIES: 0 }));
  if (!config) throw new Error('nobody could be asked');
  for (const from of ['2001:db8::7', '']) await prove(config, [host], { username: 'pat', password: 'x', from }).catch(() => undefined);
  socket.close();
  const calling = Buffer.from([31, 13, ...Buffer.from('2001:db8::7')]);
  expect(heard.map((packet) => packet.includes(calling))).toEqual([true, false]);
  expect(heard.every((packet) => packet.includes(Buffer.from(nas)))).toBe(true);
});
