import { sql } from 'kysely';
import { isLocked } from '../../platform/auth/lockout.ts';

/** Whether logging in as a person of the main table (`t`) pauses now, from some place or from all. */
export const loginBlocked = isLocked(sql.ref('t.username'), sql`now()`);
