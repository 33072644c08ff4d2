import { randomInt } from 'node:crypto';
import { PASSWORD_LENGTH, PASSWORD_SYMBOLS } from './automation.fields.ts';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';

const one = (of: string): string => of[randomInt(of.length)] ?? '';

/**
 * A password with at least one lower case letter, capital, digit and symbol, that does not begin with a symbol
 * (docs/wire/automations.md#random-passwords). Every character is drawn from a cryptographic source.
 */
export function randomPassword(length: number = PASSWORD_LENGTH.default, symbols: string = PASSWORD_SYMBOLS): string {
  const size = Math.min(Math.max(Math.trunc(length), PASSWORD_LENGTH.min), PASSWORD_LENGTH.max);
  const letters = `${LOWER}${UPPER}${DIGITS}`;
  const rest = [one(LOWER), one(UPPER), one(DIGITS), one(symbols)];
  while (rest.length < size) rest.push(one(letters + symbols));
  for (let at = rest.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [rest[at], rest[other]] = [rest[other] ?? '', rest[at] ?? ''];
  }
  const first = rest.findIndex((character) => letters.includes(character));
  const [head = ''] = rest.splice(first, 1);
  return head + rest.join('');
}
