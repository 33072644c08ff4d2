import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Letters and digits, each chosen evenly. 36 of them are 214 bits. */
export const randomText = (length: number): string => Array.from({ length }, () => ALPHANUMERIC[randomInt(ALPHANUMERIC.length)]).join('');

/** The same alphabet for 32 bytes that are random already; 36 letters and digits of them. */
export function textOfBytes(bytes: Buffer): string {
  let [rest, text] = [BigInt(`0x${bytes.toString('hex')}`), ''];
  for (let at = 0; at < 36; at += 1) {
    text += ALPHANUMERIC[Number(rest % BigInt(ALPHANUMERIC.length))];
    rest /= BigInt(ALPHANUMERIC.length);
  }
  return text;
}

/** 256 bits, base64url. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** Form in which tokens are stored: a plain hash is enough, because they are random and long. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Comparison whose time does not tell where two texts differ, nor how long the expected one is. */
export function sameText(given: string, expected: string): boolean {
  const a = createHash('sha256').update(given).digest();
  const b = createHash('sha256').update(expected).digest();
  return timingSafeEqual(a, b);
}
