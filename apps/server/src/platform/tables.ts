import { COLUMN, defineTable, type TableDefinition } from '@postern/resource';
import { evidenceCounts } from './evidence-counts/tables.ts';
import { importTables } from './imports/imports.ts';
import { keptCounts } from './kept-counts/tables.ts';
import { mailTable } from './mail/outbox-states.ts';
import { reachChanges } from './until-changed/tables.ts';

/** Tables of the platform itself; features bring their own. What SQL cannot be said here is in migrations/0002_platform.sql. */

const loginSessions = defineTable({
  name: 'login_sessions',
  columns: {
    id: COLUMN.id,
    key_hash: 'text not null unique',
    csrf: 'text not null',
    user_id: 'uuid',
    data: `jsonb not null default '{}'`,
    public_key: 'text',
    private_key: 'text',
    keep: 'boolean not null default false',
    age: 'integer not null',
    remote_addr: `text not null default ''`,
    user_agent: `text not null default ''`,
    date_created: COLUMN.now,
    date_seen: COLUMN.now,
    expires_at: 'timestamptz not null',
  },
  indexes: [
    { on: 'user_id' },
    { on: 'expires_at' },
    // Whom another place vouched for, there and on the way in: strangers may ask to end those of a ticket (session.queries.ts).
    { on: "(data -> 'external') jsonb_path_ops", using: 'gin' },
    { on: "(data #> '{login,external}') jsonb_path_ops", using: 'gin' },
  ],
});

const bearerTokens = defineTable({
  name: 'bearer_tokens',
  columns: {
    id: COLUMN.id,
    token_hash: 'text not null unique',
    user_id: 'uuid not null',
    remote_addr: `text not null default ''`,
    /** Where the login itself came from: a component's address, when somebody logs in through it. */
    door_addr: `text not null default ''`,
    user_agent: `text not null default ''`,
    date_created: COLUMN.now,
    date_seen: COLUMN.now,
    /** The SSH key that the login was made by, where it was one. */
    ssh_key_id: 'uuid',
    expires_at: 'timestamptz not null',
  },
  indexes: [{ on: 'user_id, remote_addr' }, { on: 'expires_at' }],
});

const loginCounters = defineTable({
  name: 'login_counters',
  columns: {
    kind: 'text not null',
    /** Digest of the name; empty where all names count together. */
    name: `text not null default ''`,
    /** Digest of the address or device; empty where all places count together. */
    place: `text not null default ''`,
    count: 'integer not null default 0',
    /** Pauses so far: each is longer than the last. */
    rounds: 'integer not null default 0',
    /** The last try was made while nothing paused. */
    open: 'boolean not null default true',
    locked_until: 'timestamptz',
    expires_at: 'timestamptz not null',
  },
  constraints: ['primary key (kind, name, place)'],
  indexes: [{ on: 'expires_at' }, { on: 'name' }, { on: 'place' }],
});

/** Browsers in which somebody has logged in (`auth/known-devices.ts`). */
const knownDevices = defineTable({
  name: 'known_devices',
  columns: {
    id: COLUMN.id,
    user_id: 'uuid not null',
    token_hash: 'text not null',
    date_created: COLUMN.now,
    expires_at: 'timestamptz not null',
    // Since when the second factor is not asked for there, from which network, and what the browser said it is.
    date_trusted: 'timestamptz',
    trusted_network: "text not null default ''",
    user_agent: "text not null default ''",
  },
  constraints: ['unique (token_hash, user_id)'],
  indexes: [{ on: 'user_id, expires_at' }, { on: 'expires_at' }],
});

/** Signed requests that were answered already, as digests (`auth/used-signatures.ts`). */
const usedSignatures = defineTable({
  name: 'used_signatures',
  columns: {
    digest: 'text primary key',
    date_first: COLUMN.now,
    expires_at: 'timestamptz not null',
  },
  indexes: [{ on: 'expires_at' }],
});

/** Links by which another system sends a person in (docs/wire/authentication.md#log-in-links). What has expired is removed with sessions. */
const loginLinks = defineTable({
  name: 'login_links',
  columns: {
    id: COLUMN.id,
    key_hash: 'text not null unique',
    user_id: 'uuid not null',
    date_created: COLUMN.now,
    expires_at: 'timestamptz not null',
  },
  indexes: [{ on: 'user_id' }, { on: 'expires_at' }],
});

/** Programs that wait for somebody to confirm in a browser who uses them. */
const deviceLogins = defineTable({
  name: 'device_logins',
  columns: {
    id: COLUMN.id,
    /** What the program shows with each question. */
    key_hash: 'text not null unique',
    /** What the person compares. */
    code_hash: 'text not null unique',
    remote_addr: `text not null default ''`,
    user_agent: `text not null default ''`,
    /** Who confirmed it. */
    user_id: 'uuid',
    /** Their browser had shown a second factor. */
    with_factor: 'boolean not null default false',
    refused: 'boolean not null default false',
    date_created: COLUMN.now,
    /** When the program asked last what became of it: one that asks no more has gone. */
    date_asked: COLUMN.now,
    expires_at: 'timestamptz not null',
  },
  indexes: [{ on: 'expires_at' }],
});

const settings = defineTable({
  name: 'settings',
  columns: {
    name: 'text primary key',
    value: 'jsonb not null',
    encrypted: 'boolean not null default false',
    date_updated: COLUMN.now,
  },
});

const idSets = defineTable({
  name: 'id_sets',
  columns: { id: COLUMN.id, user_id: 'uuid not null', ids: 'text[] not null', expires_at: 'timestamptz not null' },
  indexes: [{ on: 'expires_at' }],
});

/** Head of each hash chain; the row is locked for the last moment of every audited transaction. */
const auditChains = defineTable({
  name: 'audit_chains',
  columns: {
    name: 'text primary key',
    seq: 'bigint not null default 0',
    hash: 'text not null',
  },
});

/**
 * Digests of the days of each chain. They outlive their rows, so that a chain can be verified across what retention removed. Only the
 * functions of the database's owner write here (migrations/0022_evidence.sql).
 */
const auditSegments = defineTable({
  name: 'audit_segments',
  columns: {
    chain: 'text not null',
    first_seq: 'bigint not null',
    last_seq: 'bigint not null',
    /** Hash before the first row, and of the last one. */
    prev_hash: 'text not null',
    hash: 'text not null',
    /** When the youngest of its rows was written. */
    last_at: 'timestamptz not null',
    date_sealed: COLUMN.now,
    /** When retention removed the rows. */
    date_removed: 'timestamptz',
  },
  constraints: ['primary key (chain, first_seq)'],
});

const chained = { seq: 'bigint not null unique', prev_hash: 'text not null', hash: 'text not null' };

const operateLogs = defineTable({
  name: 'operate_logs',
  columns: {
    id: COLUMN.id,
    ...chained,
    user_text: 'text not null',
    user_id: 'uuid not null',
    action: 'text not null',
    resource_type: 'text not null',
    resource_id: 'text not null',
    resource: 'text not null',
    remote_addr: `text not null default ''`,
    datetime: 'timestamptz not null',
    org_id: 'uuid not null',
    diff: `jsonb not null default '[]'`,
  },
  indexes: [
    { on: 'org_id, datetime desc' },
    { on: 'datetime desc' },
    { on: 'resource_id, datetime desc' },
    { on: 'user_id, datetime desc' },
    { on: 'user_text, datetime desc' },
    { on: 'action, datetime desc' },
    { on: 'remote_addr, datetime desc' },
    { on: 'resource gin_trgm_ops', using: 'gin' },
    { on: 'user_text gin_trgm_ops', using: 'gin' },
    // Dashboards ask who first watched a session; where nobody has, that would read the whole log.
    { on: 'org_id, datetime', where: "action = 'view' and resource_type = 'session'" },
  ],
});

const loginLogs = defineTable({
  name: 'login_logs',
  columns: {
    id: COLUMN.id,
    ...chained,
    username: 'text not null',
    user_id: 'uuid',
    type: 'text not null',
    ip: 'text not null',
    city: 'text',
    user_agent: 'text',
    mfa: 'integer not null',
    reason: `text not null default ''`,
    backend: `text not null default ''`,
    status: 'boolean not null',
    datetime: 'timestamptz not null',
    /** How it was proved who it is; null in rows from before there was any. */
    facts: 'jsonb',
    /** How readers of other languages call the city; null in older rows, and where it has no other name. */
    city_names: 'jsonb',
  },
  indexes: [
    { on: 'datetime desc' },
    { on: 'username, datetime desc' },
    { on: 'ip, datetime desc' },
    { on: 'type, datetime desc' },
    { on: 'status, datetime desc' },
    { on: 'username gin_trgm_ops', using: 'gin' },
    { on: 'ip gin_trgm_ops', using: 'gin' },
    { on: 'city gin_trgm_ops', using: 'gin' },
    { on: "(city_names ->> 'zh')" },
    { on: "(city_names ->> 'ja')" },
  ],
});

/**
 * What proves a file that retention has removed, for whoever kept a copy of it (decision 0179): one row per recording or copy of a moved file. A chain of its
 * own that nothing removes from; ids are no references, because all that they named goes before these rows.
 */
const keptDigests = defineTable({
  name: 'kept_digests',
  columns: {
    /** Of the session, or of the transfer. One that a component gives twice stands here twice. */
    id: 'uuid not null',
    ...chained,
    /** `recording` or `file`. */
    kind: 'text not null',
    session_id: 'uuid',
    org_id: 'uuid not null',
    user: 'text not null',
    user_id: 'text not null',
    asset: 'text not null',
    asset_id: 'text not null',
    account: 'text not null',
    account_id: 'text not null',
    protocol: 'text not null',
    date_start: 'timestamptz',
    date_end: 'timestamptz',
    /** Where it lay, or which file was moved. */
    name: 'text not null',
    bytes: 'bigint',
    /** Null where the file was lost before it was removed, and its chain alone is known. */
    sha256: 'text',
    /** Links of the recording's own chain, and the hash of the last one. */
    chain_links: 'integer',
    chain_end: 'text',
    datetime: 'timestamptz not null',
  },
  indexes: [{ on: 'id' }, { on: 'sha256' }],
});

export const platformTables: readonly TableDefinition[] = [
  loginSessions,
  bearerTokens,
  loginCounters,
  knownDevices,
  loginLinks,
  deviceLogins,
  usedSignatures,
  settings,
  idSets,
  auditChains,
  auditSegments,
  operateLogs,
  loginLogs,
  keptDigests,
  evidenceCounts,
  keptCounts,
  reachChanges,
  mailTable,
  ...importTables,
];
