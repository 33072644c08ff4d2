create table "passkeys" (
  "id" uuid primary key,
  "user_id" uuid not null,
  "name" text not null,
  "credential_id" text not null unique,
  "public_key" text not null,
  "rp_id" text not null,
  "counter" bigint not null default 0,
  "transports" jsonb not null default '[]'::jsonb,
  "backed_up" boolean not null,
  "date_created" timestamptz not null default now(),
  "date_last_used" timestamptz
);
create table "recovery_codes" (
  "user_id" uuid not null,
  "code_hash" text not null,
  "date_created" timestamptz not null default now(),
  "date_used" timestamptz,
  primary key (user_id, code_hash)
);
create index "ix_passkeys_user_id" on "passkeys" ("user_id");
