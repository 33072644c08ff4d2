import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sshd, startSshd } from './sshd.ts';

/** A server that takes what is new and nothing else. */
export const startModernSshd = (): Promise<Sshd> =>
  startSshd([
    'KexAlgorithms sntrup761x25519-sha512@openssh.com,curve25519-sha256',
    'Ciphers chacha20-poly1305@openssh.com,aes256-gcm@openssh.com',
    'MACs hmac-sha2-512-etm@openssh.com',
    'HostKeyAlgorithms ssh-ed25519',
  ]);

/** A server that speaks only what has been given up elsewhere, as old network gear does. */
export async function startLegacySshd(): Promise<Sshd> {
  const dir = mkdtempSync(join(tmpdir(), 'postern-legacy-'));
  const host = join(dir, 'host');
  execFileSync('ssh-keygen', ['-q', '-t', 'rsa', '-b', '2048', '-N', '', '-C', 'host', '-f', host]);
  const sshd = await startSshd([
    `HostKey ${host}`,
    'KexAlgorithms diffie-hellman-group14-sha1,diffie-hellman-group1-sha1',
    'Ciphers aes128-cbc,3des-cbc',
    'MACs hmac-sha1',
    'HostKeyAlgorithms ssh-rsa',
  ]);
  const [, fingerprint = ''] = execFileSync('ssh-keygen', ['-lf', `${host}.pub`], { encoding: 'utf8' }).split(' ');
  return {
    ...sshd,
    hostKey: { type: 'ssh-rsa', fingerprint },
    async stop() {
      await sshd.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
