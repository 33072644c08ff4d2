create table "user_preferences" (
  "user_id" uuid primary key references users (id) on delete cascade,
  "chosen" jsonb not null
);
create table "applet_host_deployments" (
  "id" uuid primary key,
  "host_id" uuid not null,
  "applet_id" uuid,
  "status" text not null default 'pending',
  "task" uuid not null,
  "comment" text not null default '',
  "created_by" text not null default '',
  "is_full" boolean not null default false,
  "date_start" timestamptz,
  "date_finished" timestamptz,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "updated_by" text not null default ''
);
create index "ix_applet_host_deployments_host_id" on "applet_host_deployments" ("host_id");
create index "ix_applet_host_deployments_applet_id" on "applet_host_deployments" ("applet_id");
create index "ix_applet_host_deployments_date_created" on "applet_host_deployments" ("date_created");
alter table "applet_host_deployments" add constraint "fk_applet_host_deployments_host_id" foreign key ("host_id") references "assets" (id) on delete cascade;
alter table "applet_host_deployments" add constraint "fk_applet_host_deployments_applet_id" foreign key ("applet_id") references "applets" (id) on delete cascade;
