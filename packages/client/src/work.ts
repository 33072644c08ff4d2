import { sha256 } from '@noble/hashes/sha2.js';

/** What the server asks a browser to work out before it looks at another password (docs/decisions/0126). */
export interface Work {
  value: string;
  /** Zero bits that the SHA-256 of the value, a point and the answer begins with. */
  bits: number;
}

/** Most bits that are tried for: a server that asks for more would only keep people waiting. */
const MOST_BITS = 24;
/** Milliseconds at a stretch, so that the page goes on answering. */
const STRETCH_MS = 24;

const encoder = new TextEncoder();

/** Zero bits at the beginning, of 32 at most. */
const zeroBits = (hash: Uint8Array): number =>
  Math.clz32(((hash[0] ?? 0) << 24) | ((hash[1] ?? 0) << 16) | ((hash[2] ?? 0) << 8) | (hash[3] ?? 0));

/** Finds the answer; on plain HTTP, too, where browsers lend nobody their own hashes. Undefined when more is asked for than anybody should do. */
export async function workOut({ value, bits }: Work): Promise<string | undefined> {
  if (!(bits <= MOST_BITS)) return undefined;
  let until = Date.now() + STRETCH_MS;
  for (let at = 0; ; at += 1) {
    const answer = at.toString(36);
    if (zeroBits(sha256(encoder.encode(`${value}.${answer}`))) >= bits) return answer;
    if (at % 256 !== 0 || Date.now() < until) continue;
    await new Promise((resolve) => setTimeout(resolve));
    until = Date.now() + STRETCH_MS;
  }
}
