import type { Attributes } from './external-person.ts';

/** What of another place's words is kept for rules of admission. What is too long or too much is left out: a part of it could be another word. */
const MAX_NAMES = 100;
const MAX_NAME = 128;
const MAX_VALUES = 1_000;
const MAX_VALUE = 1_024;
/** Objects within objects: `resource_access.app.roles`. */
const MAX_DEPTH = 3;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  const text = String(value).trim();
  return text === '' || text.length > MAX_VALUE ? undefined : text;
};

function* walk(claims: Readonly<Record<string, unknown>>, before: string, depth: number): Generator<[string, readonly string[]]> {
  for (const [key, value] of Object.entries(claims)) {
    const name = before + key;
    if (name.length > MAX_NAME) continue;
    // What lies within an object is told first: a claim whose own name looks like the way to it does not stand for it.
    if (isObject(value)) {
      if (depth < MAX_DEPTH) yield* walk(value, `${name}.`, depth + 1);
      continue;
    }
    const values = (Array.isArray(value) ? value : [value]).slice(0, MAX_VALUES).flatMap((one) => textOf(one) ?? []);
    if (values.length > 0) yield [name, [...new Set(values)]];
  }
}

/**
 * Attributes out of what a place has said: texts, lists of texts, and what lies in objects, by the way to it (`realm_access.roles`).
 * @param claims as the place has written them; the caller has left out what nobody has verified
 */
export function attributesFrom(claims: Readonly<Record<string, unknown>>): Attributes {
  const nested = Object.entries(claims).filter(([, value]) => isObject(value));
  const plain = Object.entries(claims).filter(([, value]) => !isObject(value));
  const found = new Map<string, readonly string[]>();
  for (const [name, values] of walk(Object.fromEntries([...nested, ...plain]), '', 1))
    if (found.size < MAX_NAMES && !found.has(name)) found.set(name, values);
  return Object.fromEntries(found);
}
