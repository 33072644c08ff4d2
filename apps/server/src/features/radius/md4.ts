/** MD4 (RFC 1320), which MS-CHAP hashes passwords with and OpenSSL 3 no longer has. It proves nothing by itself. */

const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by));
const ORDER = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
  [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
] as const;
const SHIFT = [
  [3, 7, 11, 19],
  [3, 5, 9, 13],
  [3, 9, 11, 15],
] as const;
const ADD = [0, 0x5a827999, 0x6ed9eba1] as const;
const MIX = [
  (x: number, y: number, z: number): number => (x & y) | (~x & z),
  (x: number, y: number, z: number): number => (x & y) | (x & z) | (y & z),
  (x: number, y: number, z: number): number => x ^ y ^ z,
] as const;

export function md4(message: Buffer): Buffer {
  const padded = Buffer.alloc((((message.length + 8) >> 6) << 6) + 64);
  message.copy(padded);
  padded[message.length] = 0x80;
  padded.writeUInt32LE((message.length * 8) >>> 0, padded.length - 8);
  padded.writeUInt32LE(Math.floor(message.length / 0x20000000), padded.length - 4);
  let state: [number, number, number, number] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let block = 0; block < padded.length; block += 64) {
    let [a, b, c, d] = state;
    for (const round of [0, 1, 2] as const) {
      for (const [step, word] of ORDER[round].entries()) {
        const sum = (a + MIX[round](b, c, d) + padded.readUInt32LE(block + word * 4) + ADD[round]) | 0;
        [a, b, c, d] = [d, rotate(sum, SHIFT[round][step % 4] ?? 0), b, c];
      }
    }
    state = [(state[0] + a) | 0, (state[1] + b) | 0, (state[2] + c) | 0, (state[3] + d) | 0];
  }
  const hash = Buffer.alloc(16);
  for (const [i, word] of state.entries()) hash.writeInt32LE(word, i * 4);
  return hash;
}
