import { clockText } from '../sessions/figures.ts';

/** A command as the bar knows it: seconds from the start of the recording. */
export interface Entered {
  at: number;
  input: string;
}

export interface Mark {
  /** Where on the bar, in percent. */
  place: number;
  /** Seconds of the first command of it. */
  at: number;
  title: string;
}

/** Marks nearer than this, in percent of the bar, are one. */
const NEAR = 0.5;
const NAMED = 4;
const LONGEST = 80;

/** Where commands stand on the bar. Those at one place are one mark, that names the first of them. */
export function marksOf(commands: readonly Entered[], duration: number): Mark[] {
  const places = new Map<number, Entered[]>();
  for (const command of commands) {
    if (command.at > duration + 1) continue;
    const place = Math.round((Math.min(command.at, duration) / Math.max(duration, 0.1)) * (100 / NEAR));
    places.set(place, [...(places.get(place) ?? []), command].slice(0, NAMED + 1));
  }
  return [...places].map(([place, here]) => ({
    place: place * NEAR,
    at: here[0]?.at ?? 0,
    title: [
      ...here.slice(0, NAMED).map(({ at, input }) => `${clockText(at)} ${input.slice(0, LONGEST)}`),
      ...(here.length > NAMED ? ['…'] : []),
    ].join('\n'),
  }));
}

/** Commands nearer than this to the one that is shown are that one. */
const SAME = 0.5;

/** The command after or before the one that is shown now, which was entered at `shown`. */
export const stepCommand = (commands: readonly Entered[], shown: number, by: 1 | -1): Entered | undefined =>
  by > 0 ? commands.find(({ at }) => at > shown + SAME) : commands.findLast(({ at }) => at < shown - SAME);
