/** Open while the supervisor lives. */
export const LINE_FD = 3;
/** A byte each time the program's own thread had a moment. */
export const BEAT_FD = 4;

/** Arguments for Node that put the lifeline into a program. Times in milliseconds. */
export function lifelineArguments(graceMs: number, beatMs: number): string[] {
  const url = new URL('./lifeline.ts', import.meta.url);
  url.searchParams.set('grace', String(graceMs));
  url.searchParams.set('beat', String(beatMs));
  return ['--import', url.href];
}
