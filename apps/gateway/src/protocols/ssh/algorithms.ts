import type { AlgorithmList, Algorithms, CipherAlgorithm, KexAlgorithm, MacAlgorithm, ServerHostKeyAlgorithm } from 'ssh2';
import type { HostKey } from '../driver.ts';
import { preferredHostKeyAlgorithms } from './host-key.ts';

const HOST_KEYS: readonly ServerHostKeyAlgorithm[] = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
  'ssh-rsa',
];

/** What only old network gear speaks. Offered last, and only to devices; everything else gets the library's safe set. */
const OLD: { kex: KexAlgorithm[]; cipher: CipherAlgorithm[]; hmac: MacAlgorithm[]; hostKey: ServerHostKeyAlgorithm[] } = {
  kex: ['diffie-hellman-group-exchange-sha1', 'diffie-hellman-group14-sha1', 'diffie-hellman-group1-sha1'],
  cipher: ['aes256-cbc', 'aes128-cbc', '3des-cbc'],
  hmac: ['hmac-sha1-96', 'hmac-md5'],
  hostKey: ['ssh-dss'],
};

/** The offer for a target: pinned host key types first, old algorithms for network devices. */
export function algorithmsFor(pinned: readonly HostKey[], device: boolean): Algorithms {
  const first = preferredHostKeyAlgorithms(pinned);
  const known = device ? [...HOST_KEYS, ...OLD.hostKey] : HOST_KEYS;
  const serverHostKey = [...known.filter((name) => first.includes(name)), ...known.filter((name) => !first.includes(name))];
  if (!device) return { serverHostKey };
  const append = <T extends string>(list: T[]): AlgorithmList<T> =>
    ({ append: list, prepend: [], remove: [] }) as unknown as AlgorithmList<T>;
  return { serverHostKey, kex: append(OLD.kex), cipher: append(OLD.cipher), hmac: append(OLD.hmac) };
}

export interface AlgorithmMismatch {
  kind: string;
  ours: string;
  theirs: string;
}

/** Finds, among the library's handshake notes, both offers for the kind it could not agree on. */
export function explainMismatch(message: string, notes: readonly string[]): AlgorithmMismatch {
  const kind = /no matching (.+)$/.exec(message)?.[1] ?? '';
  const label = kind === 'key exchange algorithm' ? 'KEX method' : kind === 'host key format' ? 'Host key format' : kind;
  const offer = (side: string) =>
    notes
      .find((note) => note.startsWith(`Handshake: (${side}) ${label}:`))
      ?.slice(`Handshake: (${side}) ${label}:`.length)
      .trim() ?? '';
  return { kind, ours: offer('local'), theirs: offer('remote') };
}
