/**
 * Several processes at the same door do not know what the others have given to whom (decision 0153), and connections spread among them by chance: so
 * each gives a share of what is bounded.
 */

/** Of what there is in all: memory, places, connections to the database. */
export const shareOf = (all: number, processes: number): number => Math.ceil(all / processes);

/**
 * Of what one person or one address may have. Never less than half: all that an office has may be in one process, and is no flood. More than two processes
 * together give more than one would, at most twice as much for four.
 */
export const shareOfEach = (each: number, processes: number): number => Math.ceil(each / Math.min(2, processes));
