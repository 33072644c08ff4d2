import { sql } from 'kysely';
import { now } from './moment.queries.ts';

/**
 * Rows that one worker at a time works on, by the clock of the database: until `lease` a row is its holder's, who says again and again that it lives.
 * Where work that failed is left alone for a while, `date_next` says until when.
 */

/** How long a worker holds a row without a sign of life, in seconds: longer than any attempt. */
export const LEASE_S = 90;

/** Nobody holds the row, or whoever does is taken for dead. */
export const unheld = sql<boolean>`("lease" is null or "lease" < ${now})`;

/** Nobody holds it, and it is its turn. */
export const due = sql<boolean>`(${unheld} and ("date_next" is null or "date_next" <= ${now}))`;
