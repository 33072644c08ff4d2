import { HOST_KEY_ALGORITHMS, OLD_ALGORITHMS } from '@postern/contract/ssh-algorithms';
import type { AlgorithmList, Algorithms, ServerHostKeyAlgorithm } from 'ssh2';
import type { HostKey } from '../driver.ts';
import { preferredHostKeyAlgorithms } from './host-key.ts';

/** As the library takes what is offered behind its own set. */
const append = <T extends string>(list: readonly T[]): AlgorithmList<T> =>
  ({ append: list, prepend: [], remove: [] }) as unknown as AlgorithmList<T>;

/** The offer for a target: pinned host key types first, old algorithms for network devices. */
export function algorithmsFor(pinned: readonly HostKey[], device: boolean): Algorithms {
  const first = preferredHostKeyAlgorithms(pinned);
  const known: readonly ServerHostKeyAlgorithm[] = device ? [...HOST_KEY_ALGORITHMS, ...OLD_ALGORITHMS.hostKey] : HOST_KEY_ALGORITHMS;
  const serverHostKey = [...known.filter((name) => first.includes(name)), ...known.filter((name) => !first.includes(name))];
  if (!device) return { serverHostKey };
  const { kex, cipher, hmac } = OLD_ALGORITHMS;
  return { serverHostKey, kex: append(kex), cipher: append(cipher), hmac: append(hmac) };
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
