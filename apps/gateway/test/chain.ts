import { CHAIN_START, type ChainLine, chainHash } from '@postern/contract/evidence';

/** Whether a chain covers all of a recording, link by link (docs/evidence.md#recording). */
export function chainHolds(cast: Buffer, chain: string): boolean {
  let [prev, at, n] = [CHAIN_START, 0, 0];
  for (const line of chain.split('\n').filter(Boolean)) {
    const link = JSON.parse(line) as ChainLine;
    if (link.n !== n || link.prev !== prev || link.sha256 !== chainHash(prev, cast.subarray(at, at + link.bytes))) return false;
    [prev, at, n] = [link.sha256, at + link.bytes, n + 1];
  }
  return n > 0 && at === cast.length;
}
