import { expect, test } from 'vitest';
import { parseUuid } from './ids.ts';
import { orderedIds } from './ordered-ids.ts';

test('ids sort as they were made: of one moment, of more than its counter holds, and where the clock goes back', () => {
  let clock = Date.UTC(2026, 10, 27);
  const next = orderedIds(() => clock);
  const made = Array.from({ length: 9_000 }, (_, n) => {
    if (n === 5_000) clock -= 60_000;
    if (n === 8_000) clock += 120_000;
    return next();
  });
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
  expect(made.every((id) => parseUuid(id) === id)).toBe(true);
  expect(made[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7000-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
