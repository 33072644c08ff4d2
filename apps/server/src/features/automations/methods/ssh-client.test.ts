import { forThisFile } from '@postern/testkit/for-this-file';
import type { Sshd } from '@postern/testkit/sshd';
import { startLegacySshd, startModernSshd } from '@postern/testkit/sshd-ages';
import { describe, expect, it } from 'vitest';
import { dialTcp } from '../../../platform/ssh/log-in.ts';
import { type Refusal, refusalText } from '../refusal.ts';
import type { Reach } from './method.ts';
import { logInAt, runCommand } from './ssh-client.ts';

// Automations offer what sessions offer: the profile of the platform, with servers that speak only what is new, and only what is old.

const modern = forThisFile(startModernSshd, (it) => it.stop());
const legacy = forThisFile(startLegacySshd, (it) => it.stop());

const reachOf = (sshd: Sshd, setting: Readonly<Record<string, unknown>>): Reach => ({
  name: `127.0.0.1:${sshd.port}`,
  address: '127.0.0.1',
  port: sshd.port,
  dial: () => dialTcp('127.0.0.1', sshd.port, 10_000),
  knownKeys: async () => [sshd.hostKey.type],
  trust: async (_type, fingerprint) => fingerprint === sshd.hostKey.fingerprint,
  protocol: { name: 'ssh', setting },
  platform: 'Core switches',
  database: { name: '', tls: false },
});

async function hello(sshd: Sshd, setting: Readonly<Record<string, unknown>>, device = false): Promise<string> {
  const login = { username: sshd.user, secretType: 'ssh_key', secret: sshd.privateKey };
  const client = await logInAt(reachOf(sshd, setting), login, device);
  try {
    return (await runCommand(client, 'here', 'echo hello', '')).output;
  } finally {
    client.end();
  }
}

describe('logInAt', () => {
  it.each(['secure', 'compatible', 'legacy', 'auto'])('speaks to a server of today with the profile %s', async (algorithms) => {
    expect(await hello(modern, { algorithms })).toBe('hello\n');
  });

  it('speaks to an old one when its platform says so, or is one of devices and says nothing', async () => {
    expect(await hello(legacy, { algorithms: 'legacy' })).toBe('hello\n');
    expect(await hello(legacy, {}, true)).toBe('hello\n');
  });

  it.each([
    ['compatible', { algorithms: 'compatible' }, true],
    ['secure', { algorithms: 'secure' }, true],
    ['compatible', {}, false],
  ])('is refused with the profile %s, with both offers and the setting', async (profile, setting, device) => {
    const refusal: Refusal = await hello(legacy, setting, device).then(
      () => expect.unreachable(),
      (error: Refusal) => error,
    );
    const text = refusalText(refusal, 'en');
    expect(text).toContain(`Ours ("${profile}"): `);
    expect(text).toContain('Theirs: diffie-hellman-group14-sha1, diffie-hellman-group1-sha1');
    expect(text).toContain('platform Core switches, protocol SSH, Algorithms');
  });
});
