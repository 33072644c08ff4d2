// What a fault costs, as data: recording-faults.test.ts brings each about and holds what was lost against its row; tooling/entrances.mjs prints it into docs/evidence.md.

const LOST = {
  nothing: 'nothing',
  second: 'a second at most',
  rest: 'nothing before it; the session is ended, and says why',
  gap: 'what came while it lasted; the recording says how many bytes, and goes on',
} as const;

export type Lost = keyof typeof LOST;

export const FAULTS = {
  'the disk is full, and has room again': { strict: 'rest', best_effort: 'gap' },
  'the storage is slow': { strict: 'nothing', best_effort: 'nothing' },
  'the storage is full, and has room again': { strict: 'nothing', best_effort: 'nothing' },
  'the storage is gone, and comes back': { strict: 'nothing', best_effort: 'nothing' },
  'the gateway is killed while it records': { strict: 'second', best_effort: 'second' },
  'the gateway is killed while it closes a session': { strict: 'nothing', best_effort: 'nothing' },
  'the gateway is killed while it ships': { strict: 'nothing', best_effort: 'nothing' },
  'the server dies while it takes a recording': { strict: 'nothing', best_effort: 'nothing' },
} as const satisfies Record<string, { strict: Lost; best_effort: Lost }>;

export type Fault = keyof typeof FAULTS;

/** Head and rows of the table, in words. */
export const faultTable = (): string[][] => [
  ['fault', 'lost when strict', 'lost with best effort'],
  ...Object.entries(FAULTS).map(([fault, { strict, best_effort }]) => [fault, LOST[strict], LOST[best_effort]]),
];
