import { ALIASES } from './account-words.ts';

/** What a permission's `accounts` mean to the person who edits them: kinds that are ticked, and usernames (console-perms §1.3). */
export interface AccountChoice {
  kinds: readonly string[];
  names: readonly string[];
}

const FREE_KINDS: readonly string[] = [ALIASES.INPUT, ALIASES.USER, ALIASES.ANON];

export function readAccounts(value: unknown): AccountChoice {
  const entries = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',').map((name) => name.trim()) : [];
  const names = [...new Set(entries.filter((entry) => entry !== '' && !entry.startsWith('@')))];
  const kinds = entries.filter((entry) => FREE_KINDS.includes(entry));
  if (entries.includes(ALIASES.ALL)) return { kinds: [ALIASES.ALL, ...kinds], names: [] };
  if (names.length > 0 || entries.includes(ALIASES.SPEC)) return { kinds: [ALIASES.SPEC, ...kinds], names };
  return { kinds, names };
}

/** Ticks or unticks a kind; all accounts and named accounts exclude each other. */
export function toggleKind(choice: AccountChoice, kind: string, on: boolean): AccountChoice {
  const rest = choice.kinds.filter((known) => known !== kind);
  if (!on) return { kinds: rest, names: kind === ALIASES.SPEC ? [] : choice.names };
  const other = kind === ALIASES.ALL ? ALIASES.SPEC : kind === ALIASES.SPEC ? ALIASES.ALL : undefined;
  return { kinds: [kind, ...rest.filter((known) => known !== other)], names: kind === ALIASES.ALL ? [] : choice.names };
}

/** The form's value: kinds and names together. `@SPEC` stays in the form so that an empty list of names keeps its box ticked. */
export const writeAccounts = (choice: AccountChoice): string[] => [...choice.kinds, ...choice.names];

/** What is sent: `@SPEC` exists only in the form. */
export const wireAccounts = (value: unknown): string[] => writeAccounts(readAccounts(value)).filter((entry) => entry !== ALIASES.SPEC);
