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

/**
 * Flags of V8 for all our programs: of what is new and mostly dead at once it would keep 128 MiB before it looks, and what has lived once may grow to
 * four times what is needed before it looks there: a worker that reads fifty thousand people of a directory took 177 MiB of room and takes 58
 * (`npm run bench -- directory`). The same for all of them, or what one has compiled is of no use to the others.
 */
export const PROGRAM_FLAGS: readonly string[] = ['--max-semi-space-size=8', '--heap-growing-percent=40'];

/** Arguments for Node that put the lifeline into a program. */
export const LIFELINE = ['--import', new URL('./lifeline.ts', import.meta.url).href] as const;
/** Variable that tells it its times. Not part of its address, by which Node keeps what it has compiled. */
export const LIFELINE_TIMES = 'POSTERN_LIFELINE';

/** That variable. Times in milliseconds. */
export const lifelineTimes = (graceMs: number, beatMs: number): NodeJS.ProcessEnv => ({ [LIFELINE_TIMES]: `${graceMs} ${beatMs}` });
