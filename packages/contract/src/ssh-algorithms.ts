/**
 * What is offered to SSH targets, by sessions, by tests of connectivity and by automations alike. A platform names its profile in the setting `algorithms` of
 * its SSH protocol; `auto` is by what the machine is.
 */
export const ALGORITHM_PROFILES = ['secure', 'compatible', 'legacy'] as const;
export type AlgorithmProfile = (typeof ALGORITHM_PROFILES)[number];
export const ALGORITHM_CHOICES = ['auto', ...ALGORITHM_PROFILES] as const;

/** Types of host keys, the best first. `ssh-rsa` as an algorithm signs with SHA-1. */
const HOST_KEYS: readonly string[] = [
  ...['ssh-ed25519', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521', 'rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa'],
];

type Part = 'kex' | 'cipher' | 'hmac';

/** What a profile adds behind the library's own set, or takes out of it. */
const CHANGES: Readonly<
  Record<AlgorithmProfile, Partial<Record<Part | 'hostKey', { append?: readonly string[]; remove?: readonly string[] }>>>
> = {
  // Nothing with SHA-1, no groups of 2048 bits, and no MAC over what is not encrypted yet.
  secure: {
    kex: { remove: ['diffie-hellman-group14-sha256', 'diffie-hellman-group-exchange-sha256'] },
    hmac: { remove: ['hmac-sha1-etm@openssh.com', 'hmac-sha1', 'hmac-sha2-256', 'hmac-sha2-512'] },
    hostKey: { remove: ['ssh-rsa'] },
  },
  compatible: {},
  // What only old network gear speaks, offered last.
  legacy: {
    kex: { append: ['diffie-hellman-group-exchange-sha1', 'diffie-hellman-group14-sha1', 'diffie-hellman-group1-sha1'] },
    cipher: { append: ['aes256-cbc', 'aes192-cbc', 'aes128-cbc', '3des-cbc'] },
    hmac: { append: ['hmac-sha1-96', 'hmac-md5', 'hmac-md5-96'] },
    hostKey: { append: ['ssh-dss'] },
  },
};

/** What the platform's SSH setting comes to. @param device a network device */
export function profileOf(setting: Readonly<Record<string, unknown>> | null | undefined, device: boolean): AlgorithmProfile {
  const named = ALGORITHM_PROFILES.find((profile) => profile === setting?.algorithms);
  return named ?? (device ? 'legacy' : 'compatible');
}

/** An offer as the library ssh2 takes it: its own set, changed. */
export interface AlgorithmOffer extends Partial<Record<Part, { append: string[]; prepend: string[]; remove: string[] }>> {
  serverHostKey: string[];
}

/** @param known types of the host keys that are pinned: those are asked for first, so that a target with several shows the pinned one */
export function offerOf(profile: AlgorithmProfile, known: readonly string[]): AlgorithmOffer {
  const { hostKey, ...rest } = CHANGES[profile];
  const types = [...HOST_KEYS.filter((name) => !hostKey?.remove?.includes(name)), ...(hostKey?.append ?? [])];
  const isKnown = (name: string) => known.includes(name.startsWith('rsa-') ? 'ssh-rsa' : name);
  return {
    serverHostKey: [...types.filter(isKnown), ...types.filter((name) => !isKnown(name))],
    ...Object.fromEntries(
      Object.entries(rest).map(([part, { append = [], remove = [] }]) => [part, { append: [...append], prepend: [], remove: [...remove] }]),
    ),
  };
}

export interface AlgorithmMismatch {
  kind: string;
  ours: string;
  theirs: string;
}

/** What the library says when nothing fits, and how its notes of a handshake begin, which alone tell both offers. */
export const isMismatch = (message: string): boolean => message.includes('no matching');
export const isOfferNote = (note: string): boolean => note.startsWith('Handshake: (');

/** Finds, among the library's handshake notes, both offers for the kind it could not agree on. */
export function explainMismatch(message: string, notes: readonly string[]): AlgorithmMismatch {
  const kind = /no matching (.+)$/.exec(message)?.[1] ?? '';
  const label = kind === 'key exchange algorithm' ? 'KEX method' : kind === 'host key format' ? 'Host key format' : kind;
  const offer = (side: string) => {
    const start = `Handshake: (${side}) ${label}:`;
    const names = notes.find((note) => note.startsWith(start))?.slice(start.length) ?? '';
    // Names of algorithms are all that is shown of what a stranger says (RFC 4251 §6).
    return names
      .replaceAll(/[^\w@.,+-]/g, '')
      .replaceAll(',', ', ')
      .slice(0, 1000);
  };
  return { kind: kind.replaceAll(/[^\w >-]/g, '').slice(0, 64), ours: offer('local'), theirs: offer('remote') };
}
