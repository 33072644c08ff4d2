const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Pixels of a side. A picture of some bytes can say that it has four thousand million. */
const MAX_SIDE = 1_024;
const HEAD = 8;
const BESIDE = 12;

/**
 * Whether bytes are one PNG picture of a bounded size and nothing else (RFC 2083 §3.2): pieces from `IHDR` to `IEND`, and no byte behind, where a
 * page or a program would lie.
 */
export function isIcon(bytes: Buffer): boolean {
  if (!bytes.subarray(0, HEAD).equals(SIGNATURE)) return false;
  let at = HEAD;
  for (let first = true; at + BESIDE <= bytes.length; first = false) {
    const length = bytes.readUInt32BE(at);
    const kind = bytes.toString('latin1', at + 4, at + 8);
    if (first !== (kind === 'IHDR')) return false;
    if (first) {
      if (length !== 13 || at + BESIDE + length > bytes.length) return false;
      const sides = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
      if (sides.some((side) => side < 1 || side > MAX_SIDE)) return false;
    }
    at += BESIDE + length;
    if (kind === 'IEND') return length === 0 && at === bytes.length;
  }
  return false;
}
