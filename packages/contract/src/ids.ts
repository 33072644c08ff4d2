/** Ids that clients of the wire know by heart (docs/wire/organisations.md#built-in-organisations, docs/wire/roles.md#built-in-roles). */
const fixed = (last: string) => `00000000-0000-0000-0000-${last.padStart(12, '0')}`;

export const ORG = {
  /** Virtual: never stored; reads span all organisations. */
  ROOT: fixed('0'),
  DEFAULT: fixed('2'),
  /** Owns objects of the system itself; the console enters it as `SystemSetting`. */
  SYSTEM: fixed('4'),
} as const;

export const ROLE = {
  SYSTEM_ADMIN: fixed('1'),
  SYSTEM_AUDITOR: fixed('2'),
  USER: fixed('3'),
  SYSTEM_COMPONENT: fixed('4'),
  ORG_ADMIN: fixed('5'),
  ORG_AUDITOR: fixed('6'),
  ORG_USER: fixed('7'),
} as const;

/** True for the ids above and their neighbours: no object that a client makes may carry one. */
export const isReserved = (id: string): boolean => id.startsWith('00000000-0000-0000-0000-');

/** Clients hard-code 1 for the platform "Linux" (docs/wire/assets.md#built-in-platforms). */
export const PLATFORM_LINUX = 1;

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** Lower-case dashed form of a uuid given with or without dashes; undefined when it is none. */
export function parseUuid(value: unknown): string | undefined {
  if (typeof value !== 'string' || !UUID.test(value)) return undefined;
  const hex = value.replaceAll('-', '').toLowerCase();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The ids among the values, as UUIDs are written here; what is none is left out. */
export const parseUuids = (values: readonly unknown[]): string[] => values.flatMap((value) => parseUuid(value) ?? []);
