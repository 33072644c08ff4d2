import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeHostKey, judgeHostKey } from './host-key.ts';

describe('host keys', () => {
  it('are described as OpenSSH describes them', () => {
    const dir = mkdtempSync(join(tmpdir(), 'postern-key-'));
    try {
      const path = join(dir, 'key');
      execFileSync('ssh-keygen', ['-q', '-t', 'ecdsa', '-N', '', '-f', path]);
      const blob = Buffer.from(readFileSync(`${path}.pub`, 'utf8').split(' ')[1] ?? '', 'base64');
      expect(describeHostKey(blob)).toEqual({
        type: 'ecdsa-sha2-nistp256',
        fingerprint: execFileSync('ssh-keygen', ['-lf', path], { encoding: 'utf8' }).split(' ')[1],
      });
    } finally {
      rmSync(dir, { recursive: true });
    }
    expect(describeHostKey(Buffer.from('x')).type).toBe('');
  });

  it('are first, the same, or changed; another type is a change', () => {
    const pinned = [{ type: 'ssh-ed25519', fingerprint: 'SHA256:abc' }];
    expect(judgeHostKey([], { type: 'ssh-rsa', fingerprint: 'SHA256:x' })).toBe('first');
    expect(judgeHostKey(pinned, { type: 'ssh-ed25519', fingerprint: 'SHA256:abc' })).toBe('same');
    expect(judgeHostKey([{ type: 'ssh-ed25519', fingerprint: 'abc=' }], { type: 'ssh-ed25519', fingerprint: 'SHA256:abc' })).toBe('same');
    expect(judgeHostKey(pinned, { type: 'ssh-rsa', fingerprint: 'SHA256:def' })).toBe('changed');
  });
});
