/** Half hours of a week, Monday first; true where allowed. */
export type Week = readonly (readonly boolean[])[];

export const DAYS = 7;
export const SLOTS = 48;

/** The wire's day: 0 is Sunday (docs/behaviour/forms.md#weeks). */
const dayOf = (row: number): number => (row + 1) % DAYS;
const rowOf = (day: number): number => (day + DAYS - 1) % DAYS;

export const NO_WEEK: Week = Array.from({ length: DAYS }, () => Array.from({ length: SLOTS }, () => false));
export const ALL_WEEK: Week = Array.from({ length: DAYS }, () => Array.from({ length: SLOTS }, () => true));

/** The time a half hour starts at; the end of the day is 00:00. */
export const slotTime = (slot: number): string =>
  `${String(Math.floor((slot % SLOTS) / 2)).padStart(2, '0')}:${slot % 2 === 0 ? '00' : '30'}`;

function slotOf(time: string, end: boolean): number | undefined {
  const parts = /^(\d{1,2}):(\d{2})$/.exec(time.trim());
  if (!parts) return undefined;
  const slot = Number(parts[1]) * 2 + Math.floor(Number(parts[2]) / 30);
  if (slot > SLOTS) return undefined;
  return end && slot === 0 ? SLOTS : slot;
}

/** Reads `[{id: 0–6, value: '09:00~12:00、…'}]`; what cannot be read counts as not chosen. */
export function readWeek(value: unknown): Week {
  const week = NO_WEEK.map((row) => [...row]);
  for (const entry of Array.isArray(value) ? value : []) {
    const { id, value: text } = (typeof entry === 'object' && entry !== null ? entry : {}) as { id?: unknown; value?: unknown };
    const row = [0, 1, 2, 3, 4, 5, 6].includes(Number(id)) ? week[rowOf(Number(id))] : undefined;
    if (!row || typeof text !== 'string') continue;
    for (const span of text.split('、')) {
      const [from, to] = span.split('~');
      const start = slotOf(from ?? '', false);
      const end = slotOf(to ?? '', true);
      if (start !== undefined && end !== undefined) row.fill(true, start, Math.max(start, end));
    }
  }
  return week;
}

/** Spans of one day, as pairs of half hours, the end not included. */
export function spansOf(row: readonly boolean[]): [number, number][] {
  const spans: [number, number][] = [];
  for (let slot = 0; slot < SLOTS; slot += 1) {
    if (!row[slot]) continue;
    const start = slot;
    while (slot < SLOTS && row[slot]) slot += 1;
    spans.push([start, slot]);
  }
  return spans;
}

/** Writes the wire's form, every day in its order from Sunday; an empty week is an empty list, not seven blanks. */
export function writeWeek(week: Week): { id: number; value: string }[] {
  if (week.every((row) => row.every((slot) => !slot))) return [];
  return week
    .map((row, at) => ({
      id: dayOf(at),
      value: spansOf(row)
        .map(([from, to]) => `${slotTime(from)}~${slotTime(to)}`)
        .join('、'),
    }))
    .sort((a, b) => a.id - b.id);
}

/** The rectangle between two half hours, set to one value. */
export function withRange(
  week: Week,
  [row, slot]: readonly [number, number],
  [toRow, toSlot]: readonly [number, number],
  on: boolean,
): Week {
  const [top, bottom] = [Math.min(row, toRow), Math.max(row, toRow)];
  const [left, right] = [Math.min(slot, toSlot), Math.max(slot, toSlot)];
  return week.map((slots, at) => (at < top || at > bottom ? slots : slots.map((was, index) => (index < left || index > right ? was : on))));
}
