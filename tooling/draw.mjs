// Draws that come out alike on every machine.
import { createHash } from 'node:crypto';

/** The same sequence of numbers from 0 to 1 for the same seed (mulberry32). */
function sequence(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * A draw without replacement.
 *
 * @template T
 * @param {readonly T[]} all
 * @param {number} count
 * @param {number} seed
 * @returns {T[]}
 */
export function chosen(all, count, seed) {
  const random = sequence(seed);
  const left = [...all];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(Math.floor(random() * left.length), 1)[0]);
}

/**
 * A draw that a change elsewhere does not disturb: each has a place of its own, by its name and the seed.
 *
 * @template T
 * @param {readonly T[]} all
 * @param {number} count
 * @param {number} seed
 * @param {(one: T) => string} nameOf
 * @returns {T[]}
 */
export function steady(all, count, seed, nameOf) {
  const times = new Map();
  const placed = all.map((one) => {
    const name = nameOf(one);
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return { one, place: createHash('sha256').update(`${seed} ${name} ${time}`).digest('hex') };
  });
  return placed
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, count)
    .map(({ one }) => one);
}
