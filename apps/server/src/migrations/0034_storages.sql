create table "command_storages" (
  "id" uuid primary key,
  "name" text not null,
  "type" text not null,
  "meta" jsonb not null default '{}'::jsonb,
  "secrets" text,
  "comment" text not null default '',
  "created_by" text not null default '',
  "updated_by" text not null default '',
  "is_default" boolean not null default false,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now()
);
create table "replay_storages" (
  "id" uuid primary key,
  "name" text not null,
  "type" text not null,
  "meta" jsonb not null default '{}'::jsonb,
  "secrets" text,
  "comment" text not null default '',
  "created_by" text not null default '',
  "updated_by" text not null default '',
  "is_default" boolean not null default false,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now()
);
create unique index "ux_command_storages_name" on "command_storages" ("name");
create index "ix_command_storages_name_gin_trgm_ops" on "command_storages" using gin ("name" gin_trgm_ops);
create index "ix_command_storages_type_gin_trgm_ops" on "command_storages" using gin ("type" gin_trgm_ops);
create unique index "ux_replay_storages_name" on "replay_storages" ("name");
create index "ix_replay_storages_name_gin_trgm_ops" on "replay_storages" using gin ("name" gin_trgm_ops);
create index "ix_replay_storages_type_gin_trgm_ops" on "replay_storages" using gin ("type" gin_trgm_ops);
-- Only these two names meant something so far, and the one that keeps nothing is no choice any more (decision 0081).
update terminals set command_storage = 'default' where command_storage <> 'default';
update terminals set replay_storage = 'default' where replay_storage <> 'default';
