import { COLUMN, defineTable } from '@postern/resource';

/** Codes on their way to somebody: one for each person, way and purpose. Only what can be compared is kept (decision 0118). */
export const verificationCodes = defineTable({
  name: 'verification_codes',
  columns: {
    user_id: 'uuid not null',
    way: 'text not null',
    purpose: 'text not null',
    /** The login that asked for it: no other one can show it, nor use its tries up. */
    session_id: 'text not null',
    code_hash: 'text not null',
    tries: 'integer not null default 0',
    date_created: COLUMN.now,
    date_expired: 'timestamptz not null',
  },
  constraints: ['primary key (user_id, way, purpose)'],
});
