import { COLUMN, defineTable } from '@postern/resource';

/** Hashes of former passwords, for the rule against using one again (docs/wire/users.md#password-rules). */
export const passwordHistory = defineTable({
  name: 'password_history',
  columns: {
    id: 'bigint primary key generated always as identity',
    user_id: 'uuid not null',
    password_hash: 'text not null',
    date_created: COLUMN.now,
  },
  indexes: [{ on: 'user_id, date_created desc' }],
});

/**
 * The one link a person may set their password by (decision 0057): a newer one takes the place of the older. Only a hash of
 * the token is kept, and what password and address were when it was made, so that a change of either ends it.
 */
export const passwordLinks = defineTable({
  name: 'password_links',
  columns: {
    user_id: COLUMN.id,
    token_hash: 'text not null unique',
    state_hash: 'text not null',
    date_created: COLUMN.now,
    date_expired: 'timestamptz not null',
  },
});

/** One long-lived key per user, for programs that cannot sign; stored as a hash (docs/wire/conventions.md#who-asks). */
export const privateTokens = defineTable({
  name: 'private_tokens',
  columns: {
    user_id: COLUMN.id,
    token_hash: 'text not null unique',
    date_created: COLUMN.now,
    // What it is held to, as an access key may be (docs/decisions/0116).
    ip_group: `jsonb not null default '["*"]'::jsonb`,
    date_expired: 'timestamptz',
    is_read_only: 'boolean not null default false',
    permissions: "jsonb not null default '[]'::jsonb",
  },
});

declare module '@postern/resource/database' {
  interface Columns {
    'private_tokens.ip_group': string[];
    'private_tokens.permissions': string[];
  }
}

/** Codes for the day the second factor is lost: each opens once, and is stored as a hash only (docs/decisions/0032). */
export const recoveryCodes = defineTable({
  name: 'recovery_codes',
  columns: {
    user_id: 'uuid not null',
    code_hash: 'text not null',
    date_created: COLUMN.now,
    date_used: 'timestamptz',
  },
  constraints: ['primary key (user_id, code_hash)'],
});

/** Keys that a person's devices hold and prove (WebAuthn). The public half alone is here, so nothing is encrypted. */
export const passkeys = defineTable({
  name: 'passkeys',
  columns: {
    id: COLUMN.id,
    user_id: 'uuid not null',
    name: 'text not null',
    credential_id: 'text not null unique',
    // COSE key, base64url.
    public_key: 'text not null',
    // Domain the key was made for: it answers to no other (WebAuthn §5.1.3).
    rp_id: 'text not null',
    // Number of signatures the device says it has made; going backwards means a copy (WebAuthn §6.1.1).
    counter: 'bigint not null default 0',
    transports: "jsonb not null default '[]'::jsonb",
    backed_up: 'boolean not null',
    date_created: COLUMN.now,
    date_last_used: 'timestamptz',
  },
  indexes: [{ on: 'user_id' }],
});
