import type { Words } from './fixed-setting-words.ts';

/** Labels of the settings of directories and RADIUS. */
export const PASSWORD_WAY_WORDS = {} as const satisfies Readonly<Record<string, Words>>;
