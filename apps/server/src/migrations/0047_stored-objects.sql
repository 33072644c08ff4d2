create table "storage_health" (
  "storage_id" uuid primary key references replay_storages (id) on delete cascade,
  "failures" integer not null default 0,
  "error" text not null default '',
  "date_failed" timestamptz,
  "date_next" timestamptz,
  "date_worked" timestamptz
);
create table "stored_objects" (
  "kind" text not null,
  "path" text not null,
  "storage_id" uuid not null references replay_storages (id),
  "owner_id" uuid not null,
  "bytes" bigint not null,
  "sha256" text not null,
  "version" text not null default '',
  "state" text not null default 'waiting',
  "failures" integer not null default 0,
  "error" text not null default '',
  "holder" uuid,
  "lease" timestamptz,
  "date_next" timestamptz,
  "date_made" timestamptz not null default now(),
  "date_kept" timestamptz,
  primary key (kind, path)
);
create index "ix_stored_objects_kind_owner_id" on "stored_objects" ("kind", "owner_id");
create index "ix_stored_objects_storage_id_date_made" on "stored_objects" ("storage_id", "date_made") where state <> 'kept';
