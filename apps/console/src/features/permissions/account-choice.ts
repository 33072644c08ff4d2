import { ALIASES } from './account-words.ts';

/** What a permission's `accounts` mean to who edits them: kinds, usernames, templates by id (docs/behaviour/permissions.md#choice-of-accounts). */
export interface AccountChoice {
  kinds: readonly string[];
  names: readonly string[];
  templates: readonly string[];
}

/** A template stands as `%id`; the server puts its username in the place (docs/wire/permissions.md#accounts-of-a-permission). */
const TEMPLATE = '%';

const FREE_KINDS: readonly string[] = [ALIASES.INPUT, ALIASES.USER, ALIASES.ANON];

export function readAccounts(value: unknown): AccountChoice {
  const entries = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',').map((name) => name.trim()) : [];
  const names = [...new Set(entries.filter((entry) => entry !== '' && !entry.startsWith('@') && !entry.startsWith(TEMPLATE)))];
  const templates = entries.flatMap((entry) => (entry.startsWith(TEMPLATE) ? [entry.slice(TEMPLATE.length)] : []));
  const kinds = entries.filter((entry) => FREE_KINDS.includes(entry));
  if (entries.includes(ALIASES.ALL)) return { kinds: [ALIASES.ALL, ...kinds], names: [], templates: [] };
  const named = names.length > 0 || templates.length > 0 || entries.includes(ALIASES.SPEC);
  return { kinds: named ? [ALIASES.SPEC, ...kinds] : kinds, names, templates };
}

/** Ticks or unticks a kind; all accounts and named accounts exclude each other. */
export function toggleKind(choice: AccountChoice, kind: string, on: boolean): AccountChoice {
  const rest = choice.kinds.filter((known) => known !== kind);
  const without = { names: [], templates: [] };
  if (!on) return { ...choice, ...(kind === ALIASES.SPEC ? without : {}), kinds: rest };
  const other = kind === ALIASES.ALL ? ALIASES.SPEC : kind === ALIASES.SPEC ? ALIASES.ALL : undefined;
  return { ...choice, ...(kind === ALIASES.ALL ? without : {}), kinds: [kind, ...rest.filter((known) => known !== other)] };
}

/** The form's value: kinds, names and templates together. `@SPEC` stays in the form so that an empty list of names keeps its box ticked. */
export const writeAccounts = (choice: AccountChoice): string[] => [
  ...choice.kinds,
  ...choice.names,
  ...choice.templates.map((id) => TEMPLATE + id),
];

/** What is sent: `@SPEC` exists only in the form. */
export const wireAccounts = (value: unknown): string[] => writeAccounts(readAccounts(value)).filter((entry) => entry !== ALIASES.SPEC);
