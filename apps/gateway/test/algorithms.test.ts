import { createServer } from 'node:net';
import type { ConnectionSecret } from '@postern/contract/component';
import { forThisFile } from '@postern/testkit/for-this-file';
import type { Sshd } from '@postern/testkit/sshd';
import { startLegacySshd, startModernSshd } from '@postern/testkit/sshd-ages';
import { describe, expect, it } from 'vitest';
import { nativeClient } from './native-client.ts';
import { grantFor, startWorld } from './world.ts';

// The profile that a platform names, with a server that speaks only what is new and one that speaks only what is old.

const modern = forThisFile(startModernSshd, (it) => it.stop());
const legacy = forThisFile(startLegacySshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());
const client = forThisFile(
  () => nativeClient(world),
  (it) => it.stop(),
);

function on(sshd: Sshd, algorithms: string | undefined, category = 'host', pinned = true): ConnectionSecret {
  const grant = grantFor(sshd);
  const protocols = [{ name: 'ssh', setting: algorithms === undefined ? null : { algorithms } }] as never;
  const platform = { ...grant.platform, name: 'Core switches', category: { value: category, label: category }, protocols };
  return { ...grant, platform, host_keys: pinned ? grant.host_keys : [] } as ConnectionSecret;
}
const run = (grant: ConnectionSecret) => client.run(['echo hello'], { grant });

describe('a server of today', () => {
  it.each(['secure', 'compatible', 'legacy', 'auto', undefined])('is spoken to with the profile %s', async (profile) => {
    const { code, stdout, stderr } = await run(on(modern, profile));
    expect({ code, stdout: stdout.toString(), stderr }).toEqual({ code: 0, stdout: 'hello\n', stderr: '' });
  });
});

describe('a server of long ago', () => {
  it.each([
    ['the profile says so', 'legacy', 'host'],
    ['it is a network device of which nothing is said', undefined, 'device'],
    ['it is a network device and the profile is by category', 'auto', 'device'],
  ])('is spoken to when %s', async (_name, profile, category) => {
    for (const pinned of [true, false]) {
      const { code, stdout } = await run(on(legacy, profile, category, pinned));
      expect({ code, stdout: stdout.toString() }).toEqual({ code: 0, stdout: 'hello\n' });
    }
  });

  it.each([
    ['compatible', 'compatible', 'device'],
    ['secure', 'secure', 'device'],
    ['compatible', undefined, 'host'],
  ])('is refused with the profile %s, with both offers and the setting', async (profile, given, category) => {
    const { code, stderr } = await run(on(legacy, given, category));
    expect(code).toBe(255);
    expect(stderr).toContain('key exchange algorithm');
    expect(stderr).toContain(`Algorithms (${profile}). Ours: `);
    expect(stderr).toContain('curve25519-sha256');
    expect(stderr).toContain('Theirs: diffie-hellman-group14-sha1, diffie-hellman-group1-sha1');
    expect(stderr).toContain('platform Core switches, protocol SSH, Algorithms');
  });
});

it('shows names of algorithms alone of what a target offers', async () => {
  const names = 'evil\x1b]0;owned\x07';
  const packet = kexInit(names);
  const target = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('SSH-2.0-odd\r\n');
    socket.write(packet);
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const grant = on(modern, 'secure');
  const { port } = target.address() as { port: number };
  const { stderr } = await run({ ...grant, asset: { ...grant.asset, protocols: [{ name: 'ssh', port }] } } as ConnectionSecret);
  target.close();
  expect(stderr).toContain('Theirs: evil0owned');
  expect(stderr).not.toContain('\x1b');
});

/** SSH_MSG_KEXINIT with one name in each list (RFC 4253 §6, §7.1). */
function kexInit(names: string): Buffer {
  const list = (text: string) => {
    const bytes = Buffer.from(text, 'latin1');
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  const lists = Array.from({ length: 8 }, () => list(names));
  const payload = Buffer.concat([Buffer.from([20]), Buffer.alloc(16), ...lists, list(''), list(''), Buffer.alloc(5)]);
  const padding = 4 + ((8 - ((payload.length + 5 + 4) % 8)) % 8);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(payload.length + padding + 1);
  head[4] = padding;
  return Buffer.concat([head, payload, Buffer.alloc(padding)]);
}
