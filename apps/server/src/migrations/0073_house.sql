create table "device_logins" (
  "id" uuid primary key,
  "key_hash" text not null unique,
  "code_hash" text not null unique,
  "remote_addr" text not null default '',
  "user_agent" text not null default '',
  "user_id" uuid,
  "with_factor" boolean not null default false,
  "refused" boolean not null default false,
  "date_created" timestamptz not null default now(),
  "expires_at" timestamptz not null
);
alter table "login_logs" add column "facts" jsonb;
create index "ix_device_logins_expires_at" on "device_logins" ("expires_at");
