import { channel } from 'node:diagnostics_channel';

/** Open while the supervisor lives. */
export const LINE_FD = 3;
/** A byte each time the program's own thread had a moment. */
export const BEAT_FD = 4;
/** The first of the sockets that a program is handed. */
export const DOOR_FD = 5;

/** What such a byte says: that it turns, that it turned all the time, that it now does what it was started for. */
export const BEAT = { turns: '.', busy: '!', ready: 'r' } as const;
/** Told within a program, whether it is supervised or not. */
const READY = channel('postern.ready');

export const sayReady = (): void => READY.publish(true);
export const onReady = (heard: () => void): void => READY.subscribe(heard);

/** Arguments for Node that put the lifeline into a program. Times in milliseconds. */
export function lifelineArguments(graceMs: number, beatMs: number): string[] {
  const url = new URL('./lifeline.ts', import.meta.url);
  url.searchParams.set('grace', String(graceMs));
  url.searchParams.set('beat', String(beatMs));
  return ['--import', url.href];
}
