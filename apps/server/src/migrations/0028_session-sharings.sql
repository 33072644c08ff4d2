create table "session_join_records" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "joiner_display" text not null default '',
  "remote_addr" text not null default '',
  "login_from" text not null default 'WT',
  "action_permission" text not null default 'writable',
  "reason" text not null default '-',
  "created_by" text not null default '',
  "is_success" boolean not null default true,
  "is_finished" boolean not null default false,
  "date_joined" timestamptz not null,
  "date_left" timestamptz,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "sharing_id" uuid not null,
  "session_id" uuid not null,
  "joiner_id" uuid,
  "updated_by" text not null default ''
);
create table "session_sharings" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "session_display" text not null default '',
  "action_permission" text not null default 'writable',
  "expired_time" integer not null default 0,
  "created_by" text not null default '',
  "is_active" boolean not null default true,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "session_id" uuid not null,
  "creator_id" uuid not null,
  "users" jsonb not null default '[]'::jsonb,
  "sealed_code" text not null,
  "updated_by" text not null default ''
);
create index "ix_session_join_records_joiner_display_gin_trgm_ops" on "session_join_records" using gin ("joiner_display" gin_trgm_ops);
create index "ix_session_join_records_org_id_remote_addr" on "session_join_records" ("org_id", "remote_addr");
create index "ix_session_join_records_org_id_date_joined" on "session_join_records" ("org_id", "date_joined");
create index "ix_session_join_records_org_id_date_left" on "session_join_records" ("org_id", "date_left");
create index "ix_session_join_records_sharing_id" on "session_join_records" ("sharing_id");
create index "ix_session_join_records_session_id" on "session_join_records" ("session_id");
create index "ix_session_join_records_joiner_id" on "session_join_records" ("joiner_id");
create index "ix_session_sharings_org_id_date_created" on "session_sharings" ("org_id", "date_created");
create index "ix_session_sharings_session_id" on "session_sharings" ("session_id");
create index "ix_session_sharings_creator_id" on "session_sharings" ("creator_id");
