import type { PasswordPolicy } from './password-policy.ts';

export const STRENGTHS = ['weak', 'fair', 'good', 'strong'] as const;
export type Strength = (typeof STRENGTHS)[number];

const KINDS: readonly (readonly [RegExp, number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^a-zA-Z\d]/, 33],
];

/** A guess at how hard a password is to guess: its length by its kinds of characters, runs and repeats counted once. Undefined when empty. */
export function passwordStrength(password: string): Strength | undefined {
  if (password === '') return undefined;
  const pool = KINDS.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0);
  const codes = [...password].map((char) => char.codePointAt(0) ?? 0);
  const telling = codes.filter((code, at) => {
    const before = codes[at - 1];
    return before === undefined || Math.abs(code - before) > 1;
  }).length;
  const bits = Math.min(telling, new Set(codes).size * 2) * Math.log2(pool || 1);
  return bits < 36 ? 'weak' : bits < 56 ? 'fair' : bits < 76 ? 'good' : 'strong';
}

/** Characters that look alike are left out; the special ones are those that shells and connection strings take most calmly. */
const SETS = { lower: 'abcdefghijkmnpqrstuvwxyz', upper: 'ABCDEFGHJKLMNPQRSTUVWXYZ', digit: '23456789', special: '!#%*+-=?@_' } as const;
const LEAST = 16;

/** A number below `limit` from the browser's generator; the rest of the range is thrown away, so that none is more likely. */
function below(limit: number): number {
  const box = new Uint32Array(1);
  const fair = 2 ** 32 - (2 ** 32 % limit);
  for (;;) {
    const [value = 0] = crypto.getRandomValues(box);
    if (value < fair) return value % limit;
  }
}
const pick = (from: string): string => from.charAt(below(from.length));

/** A random password that follows a policy: one of each kind it asks for, the rest from all kinds but special ones it does not ask for. */
export function makePassword(policy: PasswordPolicy | undefined): string {
  const kinds = [SETS.lower, SETS.upper, SETS.digit, ...(policy?.special ? [SETS.special] : [])];
  const length = Math.max(policy?.length ?? 0, LEAST);
  const chars = [...kinds.map(pick), ...Array.from({ length: length - kinds.length }, () => pick(kinds.join('')))];
  for (let at = chars.length - 1; at > 0; at -= 1) {
    const other = below(at + 1);
    [chars[at], chars[other]] = [chars[other] ?? '', chars[at] ?? ''];
  }
  return chars.join('');
}
