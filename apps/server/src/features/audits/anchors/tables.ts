import { defineTable } from '@postern/resource';

/** Heads of the chains as they were told to places outside the database; kept here until everyone has them, and to compare. */
export const auditAnchors = defineTable({
  name: 'audit_anchors',
  columns: {
    id: 'bigint generated always as identity primary key',
    chain: 'text not null',
    seq: 'bigint not null',
    hash: 'text not null',
    date_made: 'timestamptz not null',
    signature: 'text not null',
  },
});

/** How far each of these places is. */
export const auditAnchorTargets = defineTable({
  name: 'audit_anchor_targets',
  columns: {
    target: 'text primary key',
    /** The last anchor it has taken. */
    last_id: 'bigint not null default 0',
    date_sent: 'timestamptz',
    /** Why the last attempt failed; empty after a good one. */
    error: `text not null default ''`,
    date_failed: 'timestamptz',
  },
});
