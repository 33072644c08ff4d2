import { describe, expect, it } from 'vitest';
import { explainMismatch, offerOf, profileOf } from './ssh-algorithms.ts';

describe('profileOf', () => {
  it('is what the platform says, and else by what the machine is', () => {
    expect(profileOf({ algorithms: 'secure' }, true)).toBe('secure');
    for (const setting of [null, undefined, {}, { algorithms: 'auto' }, { algorithms: 'none' }, { algorithms: 1 }]) {
      expect(profileOf(setting, true)).toBe('legacy');
      expect(profileOf(setting, false)).toBe('compatible');
    }
  });
});

describe('offerOf', () => {
  it('asks for pinned types first', () => {
    expect(offerOf('compatible', ['ssh-rsa']).serverHostKey.slice(0, 4)).toEqual([
      'rsa-sha2-512',
      'rsa-sha2-256',
      'ssh-rsa',
      'ssh-ed25519',
    ]);
    expect(offerOf('secure', ['ssh-rsa']).serverHostKey.slice(0, 3)).toEqual(['rsa-sha2-512', 'rsa-sha2-256', 'ssh-ed25519']);
    expect(offerOf('compatible', []).serverHostKey[0]).toBe('ssh-ed25519');
  });

  it('offers what is old in the old profile alone, and last; the secure one has nothing with SHA-1', () => {
    expect(offerOf('compatible', [])).not.toHaveProperty('kex');
    expect(offerOf('legacy', []).serverHostKey.at(-1)).toBe('ssh-dss');
    expect(offerOf('legacy', []).kex?.append).toContain('diffie-hellman-group1-sha1');
    expect(offerOf('secure', []).serverHostKey).not.toContain('ssh-rsa');
    expect(offerOf('secure', []).hmac?.remove).toEqual(expect.arrayContaining(['hmac-sha1', 'hmac-sha1-etm@openssh.com']));
  });
});

it('explains a mismatch with both offers, and with names alone', () => {
  const notes = [
    'Handshake: (local) C->S cipher: a,b',
    'Handshake: (remote) C->S cipher: c\x1b]0;x\x07',
    'Handshake: (local) KEX method: k',
  ];
  expect(explainMismatch('Handshake failed: no matching C->S cipher', notes)).toEqual({ kind: 'C->S cipher', ours: 'a, b', theirs: 'c0x' });
  expect(explainMismatch('something else', notes)).toEqual({ kind: '', ours: '', theirs: '' });
});
