create table "made_keys" (
  "token_hash" text primary key,
  "user_id" uuid not null references users (id) on delete cascade,
  "org_id" uuid not null,
  "private_key" text not null,
  "date_created" timestamptz not null default now(),
  "expires_at" timestamptz not null
);
create index "ix_made_keys_user_id_date_created" on "made_keys" ("user_id", "date_created");
create index "ix_made_keys_expires_at" on "made_keys" ("expires_at");
