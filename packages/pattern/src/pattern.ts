import { RE2JS } from 're2js';
import { type PatternProblem, problemOf } from './problem.ts';

/**
 * Patterns that people write, matched in time that grows with the length of the text and with nothing else (RE2). The only
 * engine they reach, on the server, on the gateway and in the browser: one that tries and goes back can be made to try for years.
 */

/** Characters of a regular expression. */
export const MAX_PATTERN = 4_096;
/** Instructions of a compiled pattern: `((a{1,30}){1,30}){1,30}` is short and would be 27,000. */
const MAX_PROGRAM = 5_000;
/**
 * Instructions times characters of one search. Each costs 50 ns at most, where the automaton grows too large to be kept; a search
 * that could cost more than half a second is not begun.
 */
const MAX_WORK = 10_000_000;
/** A search that took longer is remembered: the pattern is not asked again about as much text. */
const SLOW_MS = 150;
/** Memory that all compiled patterns of a process may hold together. The least recently used go first. */
const CACHE_BYTES = 64 * 1024 * 1024;
/** What a compiled instruction holds, roughly. */
const INSTRUCTION_BYTES = 200;

export interface PatternOptions {
  ignoreCase?: boolean;
  /** `.` also stands for the end of a line. */
  dotAll?: boolean;
  /** A list of commands: alternatives beside each other, without brackets, as many as there are. */
  list?: boolean;
}

export interface Pattern {
  /** Whether it is found anywhere in the text; undefined when finding out could take too long. */
  test(text: string): boolean | undefined;
  /** Where it is found, from and to, in UTF-16 units: at most `max` places, none where finding out could take too long. */
  places(text: string, max: number): [number, number][];
}

interface Compiled {
  engine: RE2JS;
  size: number;
  bytes: number;
  /** Most characters that are still asked about. */
  within: number;
}

const cache = new Map<string, Compiled>();
let memoryUsed = 0;

/** Bytes that all compiled patterns of this process hold, as far as they can be told. */
export const patternMemory = (): number => memoryUsed;

/** What a compiled pattern holds now: its automaton grows while it is used, up to 8 MiB. */
function weigh({ engine, size }: Pick<Compiled, 'engine' | 'size'>): number {
  const lazyDFA: { maxMem: number; memBudget: number } | null = engine.re2().lazyDFA;
  return size * INSTRUCTION_BYTES + (lazyDFA ? lazyDFA.maxMem - lazyDFA.memBudget : 0);
}

const flagsOf = ({ ignoreCase, dotAll }: PatternOptions): number => (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) | (dotAll ? RE2JS.DOTALL : 0);

/** Makes room after an entry has grown; the entry itself stays, so that something can always be asked. */
function settle(key: string, entry: Compiled): void {
  memoryUsed -= entry.bytes;
  entry.bytes = weigh(entry);
  memoryUsed += entry.bytes;
  cache.delete(key);
  cache.set(key, entry);
  for (const [other, { bytes }] of cache) {
    if (memoryUsed <= CACHE_BYTES || other === key) break;
    cache.delete(other);
    memoryUsed -= bytes;
  }
}

function compiled(source: string, flags: number): Compiled {
  const key = `${flags}:${source}`;
  const known = cache.get(key);
  if (known) return known;
  const engine = RE2JS.compile(source, flags);
  const entry = { engine, size: engine.programSize(), bytes: 0, within: Number.POSITIVE_INFINITY };
  settle(key, entry);
  return entry;
}

/** Why a pattern is not taken; undefined for one that is. */
export function problemIn(source: string, options: PatternOptions = {}): PatternProblem | undefined {
  for (const part of partsOf(source, options)) {
    if (part.length > MAX_PATTERN) return { code: 'pattern_too_long', params: { max: MAX_PATTERN } };
    try {
      const { size } = compiled(part, flagsOf(options));
      if (size > MAX_PROGRAM) return { code: 'pattern_too_large', params: { max: MAX_PROGRAM } };
    } catch (error) {
      return problemOf(part, error);
    }
  }
  return undefined;
}

/** Characters of a list that are searched for together. A long list as one pattern could only be asked about short texts. */
const PART = 256;

function partsOf(source: string, { list }: PatternOptions): string[] {
  if (!list) return [source];
  const parts: string[] = [];
  for (const one of source.match(/(?:[^|\\]|\\[\s\S])+/g) ?? []) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + one.length < PART) parts[parts.length - 1] = `${last}|${one}`;
    else parts.push(one);
  }
  return parts;
}

/**
 * A pattern to ask. It holds nothing but its text: what was compiled is kept apart, bounded, for all who ask for the same one.
 * @returns undefined for one that `problemIn` says something about
 */
export function compilePattern(source: string, options: PatternOptions = {}): Pattern | undefined {
  if (problemIn(source, options)) return undefined;
  const flags = flagsOf(options);
  const parts = partsOf(source, options);
  return {
    test(text) {
      let answer: boolean | undefined = false;
      for (const part of parts) {
        const found = search(part, flags, text, (engine) => engine.test(text));
        if (found) return true;
        if (found === undefined) answer = undefined;
      }
      return answer;
    },
    places: (text, max) => parts.flatMap((part) => search(part, flags, text, (engine) => placesOf(engine, text, max)) ?? []).slice(0, max),
  };
}

/** Undefined for a search that could take too long. */
function search<T>(source: string, flags: number, text: string, run: (engine: RE2JS) => T): T | undefined {
  const entry = compiled(source, flags);
  if (text.length > entry.within || text.length * entry.size > MAX_WORK) return undefined;
  const from = performance.now();
  const found = run(entry.engine);
  // Only what can be slow is believed to have been: a busy machine is slow with everything.
  if (performance.now() - from > SLOW_MS && text.length * entry.size > MAX_WORK / 10) entry.within = text.length / 2;
  settle(`${flags}:${source}`, entry);
  return found;
}

function placesOf(engine: RE2JS, text: string, max: number): [number, number][] {
  const places: [number, number][] = [];
  for (const found of engine.matchAll(text)) {
    if (places.length >= max) break;
    places.push([found.index ?? 0, (found.index ?? 0) + found[0].length]);
  }
  return places;
}
