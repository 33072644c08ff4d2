/** Letters of a word that count; nobody types more, and a pattern costs by its length. */
const MAX_WORD = 256;

/** What means something to LIKE stands for itself. */
const literal = (word: string): string => word.slice(0, MAX_WORD).replace(/[\\%_]/g, '\\$&');

/** LIKE pattern of texts that have this word in them. */
export const containing = (word: string): string => `%${literal(word)}%`;

/** LIKE pattern of texts that end with this word. */
export const endingWith = (word: string): string => `%${literal(word)}`;

/** LIKE pattern of texts that begin with this word. */
export const startingWith = (word: string): string => `${literal(word)}%`;
