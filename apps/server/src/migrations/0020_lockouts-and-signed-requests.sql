alter table "access_keys" add column "ip_group" jsonb not null default '["*"]'::jsonb;
alter table "access_keys" add column "last_used_from" text not null default '';
alter table "access_keys" add column "date_last_used" timestamptz;
alter table "access_keys" add column "signs_body" boolean not null default false;
create table "known_devices" (
  "id" uuid primary key,
  "user_id" uuid not null,
  "token_hash" text not null,
  "date_created" timestamptz not null default now(),
  "expires_at" timestamptz not null,
  unique (token_hash, user_id)
);
-- Counters live minutes: whoever is locked out when this runs starts anew.
drop table "login_counters";
create table "login_counters" (
  "kind" text not null,
  "name" text not null default '',
  "place" text not null default '',
  "count" integer not null default 0,
  "rounds" integer not null default 0,
  "open" boolean not null default true,
  "locked_until" timestamptz,
  "expires_at" timestamptz not null,
  primary key (kind, name, place)
);
create index "ix_login_counters_expires_at" on "login_counters" ("expires_at");
create table "used_signatures" (
  "digest" text primary key,
  "date_first" timestamptz not null default now(),
  "expires_at" timestamptz not null
);
create index "ix_known_devices_user_id_expires_at" on "known_devices" ("user_id", "expires_at");
create index "ix_known_devices_expires_at" on "known_devices" ("expires_at");
create index "ix_login_counters_name" on "login_counters" ("name");
create index "ix_login_counters_place" on "login_counters" ("place");
create index "ix_used_signatures_expires_at" on "used_signatures" ("expires_at");
