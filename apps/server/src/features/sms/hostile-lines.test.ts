import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SETTINGS, type SettingKey, type SettingsReader, type SettingValue } from '@postern/contract/settings';
import { afterEach, describe, expect, test } from 'vitest';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { BACKENDS } from './backends.ts';
import { deliver } from './deliver.ts';

/** Message centres that lie, stall, break off and flood. What comes of one is a refusal, within the time that a message has. */

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A centre that reacts to each packet, one after the other, by itself. @returns its port, and its lines that are still open */
async function centre(react: (socket: Socket, packet: Buffer, count: number) => void, opened?: (socket: Socket) => void) {
  const lines = new Set<Socket>();
  const server = createServer((socket) => {
    lines.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => lines.delete(socket));
    opened?.(socket);
    let rest = Buffer.alloc(0);
    let count = 0;
    socket.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes]);
      while (rest.length >= 4 && rest.length >= rest.readUInt32BE(0)) {
        const packet = rest.subarray(0, rest.readUInt32BE(0));
        rest = rest.subarray(packet.length);
        count += 1;
        react(socket, packet, count);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    for (const line of lines) line.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, lines };
}

const uint = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * at);
  return bytes;
};

interface Protocol {
  settings(port: number): Partial<Record<SettingKey, unknown>>;
  /** The right answer to a packet. */
  answer(packet: Buffer, sequence?: number): Buffer;
  /** One that asks whether the other side is there. */
  asks: Buffer;
}
const PROTOCOLS: Readonly<Record<'smpp' | 'cmpp2', Protocol>> = {
  smpp: {
    settings: (port) => ({ SMPP_HOST: '127.0.0.1', SMPP_PORT: port, SMPP_USE_TLS: false, SMPP_SYSTEM_ID: 'postern' }),
    answer: (packet, sequence = packet.readUInt32BE(12)) =>
      Buffer.concat([uint(17, 0x8000_0000 | packet.readUInt32BE(4), 0, sequence), Buffer.alloc(1)]),
    asks: uint(16, 0x15, 0, 9),
  },
  cmpp2: {
    settings: (port) => ({
      CMPP2_HOST: '127.0.0.1',
      CMPP2_PORT: port,
      CMPP2_SP_ID: '900001',
      CMPP2_SP_SECRET: 's',
      CMPP2_SERVICE_ID: 'CODE',
      CMPP2_VERIFY_SIGN_NAME: 'x',
    }),
    answer: (packet, sequence = packet.readUInt32BE(8)) =>
      Buffer.concat([uint(30, 0x8000_0000 | packet.readUInt32BE(4), sequence), Buffer.alloc(18)]),
    asks: uint(12, 0x08, 9),
  },
};

async function send(name: keyof typeof PROTOCOLS, port: number, limitMs = 400): Promise<string> {
  const values = PROTOCOLS[name].settings(port);
  const settings: SettingsReader = { get: <K extends SettingKey>(key: K) => (values[key] ?? SETTINGS[key].default) as SettingValue<K> };
  const backend = BACKENDS.find((one) => one.name === name);
  if (!backend) throw new Error(name);
  const allow = ['127.0.0.1'];
  const message = { phone: '8613800138000', code: '042817', language: 'en' as const, seconds: 60, at: new Date() };
  return deliver(backend, settings, { outbound: createOutbound({ allow }), allow, limitMs }, message).then(
    () => 'sent',
    (error: { code?: string }) => error.code ?? String(error),
  );
}

describe.each(['smpp', 'cmpp2'] as const)('%s', (name) => {
  const { answer, asks } = PROTOCOLS[name];

  test('is fine with answers that come byte by byte, and with questions between them', async () => {
    const { port } = await centre((socket, packet) => {
      socket.setNoDelay(true);
      for (const byte of Buffer.concat([asks, answer(packet)])) socket.write(Buffer.from([byte]));
    });
    expect(await send(name, port, 5_000)).toBe('sent');
  });

  test.each<[string, (socket: Socket, packet: Buffer, count: number) => void, string]>([
    ['a length of four gigabytes', (socket) => void socket.write(uint(0xffff_ffff, 0, 0, 0)), 'unreadable'],
    ['a length of nothing', (socket) => void socket.write(uint(0, 0, 0, 0)), 'unreadable'],
    ['a length shorter than a header', (socket) => void socket.write(uint(8, 0)), 'unreadable'],
    ['a packet that never ends', (socket) => void socket.write(uint(4_096, 1, 2, 3)), 'too_slow'],
    ['silence', () => undefined, 'too_slow'],
    ['the answer to another question', (socket, packet) => void socket.write(answer(packet, 4_711)), 'too_slow'],
    ['its back', (socket) => void socket.destroy(), 'unreachable'],
    [
      'its back after the login',
      (socket, packet, count) => void (count === 1 ? socket.write(answer(packet)) : socket.end()),
      'unreachable',
    ],
    ['a flood of questions', (socket) => void socket.write(Buffer.concat(Array.from({ length: 40 }, () => asks))), 'unreadable'],
  ])('has sent nothing to a centre that answers with %s, and holds no line to it', async (_, react, why) => {
    const { port, lines } = await centre(react);
    expect(await send(name, port)).toBe(why);
    await expect.poll(() => lines.size).toBe(0);
  });

  test('has sent a message that was taken on, however the line then ends', async () => {
    const { port, lines } = await centre((socket, packet, count) => void (count < 3 ? socket.write(answer(packet)) : socket.destroy()));
    expect(await send(name, port)).toBe('sent');
    await expect.poll(() => lines.size).toBe(0);
  });

  test('waits for nobody who says a little now and then', async () => {
    const { port } = await centre(
      () => undefined,
      (socket) => {
        const drip = setInterval(() => socket.write(asks), 50);
        socket.on('close', () => clearInterval(drip));
      },
    );
    expect(await send(name, port)).toBe('too_slow');
  });
});

test('a process has so many messages under way and no more', async () => {
  const { port, lines } = await centre(() => undefined);
  const sent = Array.from({ length: 40 }, () => send('smpp', port, 800));
  const answers = await Promise.all(sent);
  expect(answers.filter((one) => one === 'busy')).toHaveLength(8);
  expect(answers.filter((one) => one === 'too_slow')).toHaveLength(32);
  await expect.poll(() => lines.size).toBe(0);
});
