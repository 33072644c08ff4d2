import ssh2 from 'ssh2';

export interface SshKeyPair {
  public: string;
  private: string;
}

const BITS = { ed25519: {}, rsa: { bits: 2048 }, ecdsa: { bits: 256 } } as const;
/** Bytes of a public Ed25519 key on the wire: its type, its length, its 32 bytes (RFC 8709 §4). */
const ED25519_WIRE = 51;

/**
 * A key as its owner keeps it: one line of `authorized_keys`, and the private half in OpenSSH's form. ssh2 takes a leading zero of an
 * Ed25519 key for padding and drops it, once in 256 keys: those are thrown away.
 */
export function newSshKey(kind: keyof typeof BITS, options: Readonly<Record<string, unknown>> = {}): SshKeyPair {
  const pair: SshKeyPair = ssh2.utils.generateKeyPairSync(kind, { ...BITS[kind], ...options } as never);
  const wire = Buffer.from(pair.public.split(' ')[1] ?? '', 'base64');
  return kind === 'ed25519' && wire.length !== ED25519_WIRE ? newSshKey(kind, options) : pair;
}
