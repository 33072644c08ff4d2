-- What people do about themselves, and who hears what the system says (decision 0107).
alter table "bearer_tokens" add column "user_agent" text not null default '';
alter table "bearer_tokens" add column "date_seen" timestamptz not null default now();
create table "login_links" (
  "id" uuid primary key,
  "key_hash" text not null unique,
  "user_id" uuid not null,
  "date_created" timestamptz not null default now(),
  "expires_at" timestamptz not null
);
create table "system_msg_subscriptions" (
  "message_type" text primary key,
  "users" jsonb,
  "groups" jsonb not null default '[]',
  "receive_backends" jsonb not null
);
create table "temp_tokens" (
  "id" uuid primary key,
  "username" text not null default '',
  "verified" boolean not null default false,
  "date_verified" timestamptz,
  "date_expired" timestamptz not null,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "secret_hash" text not null,
  "user_id" uuid not null,
  "created_by" text not null default '',
  "updated_by" text not null default ''
);
create index "ix_login_links_user_id" on "login_links" ("user_id");
create index "ix_login_links_expires_at" on "login_links" ("expires_at");
create index "ix_temp_tokens_date_expired" on "temp_tokens" ("date_expired");
create index "ix_temp_tokens_date_created" on "temp_tokens" ("date_created");
create index "ix_temp_tokens_user_id_date_created" on "temp_tokens" ("user_id", "date_created");
