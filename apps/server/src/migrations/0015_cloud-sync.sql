create table "cloud_accounts" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "name" text not null,
  "provider" text not null,
  "attrs" jsonb not null,
  "secrets" text,
  "comment" text not null default '',
  "created_by" text not null default '',
  "validity" boolean,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "updated_by" text not null default ''
);
create table "sync_instance_details" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "task_id" uuid not null,
  "instance_id" text not null,
  "name" text not null default '',
  "asset_ip" text not null default '',
  "region" text not null default '',
  "asset_id" uuid,
  "status" integer not null default 0,
  "date_sync" timestamptz,
  "account_id" uuid not null,
  "seen_in" uuid,
  "made_in" uuid
);
create table "sync_instance_task_executions" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "task_id" uuid not null,
  "trigger" text not null default 'manual',
  "summary" jsonb not null default '{}'::jsonb,
  "status" integer not null default 2,
  "date_start" timestamptz,
  "date_sync" timestamptz,
  "lease" timestamptz,
  "date_created" timestamptz not null default now()
);
create table "sync_instance_tasks" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "name" text not null,
  "account_id" uuid not null,
  "regions" jsonb not null default '[]'::jsonb,
  "hostname_strategy" text not null,
  "node_id" uuid not null,
  "protocols" text not null default 'ssh/22 rdp/3389',
  "ip_network_segment_group" jsonb not null default '["*"]'::jsonb,
  "sync_ip_type" text not null default 'private',
  "crontab" text,
  "interval" integer,
  "comment" text not null default '',
  "created_by" text not null default '',
  "is_always_update" boolean not null default false,
  "is_periodic" boolean not null default true,
  "date_last_sync" timestamptz,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "date_next_run" timestamptz,
  "updated_by" text not null default ''
);
create unique index "ux_cloud_accounts_org_id_name" on "cloud_accounts" ("org_id", "name");
create index "ix_cloud_accounts_name_gin_trgm_ops" on "cloud_accounts" using gin ("name" gin_trgm_ops);
create index "ix_sync_instance_details_task_id" on "sync_instance_details" ("task_id");
create index "ix_sync_instance_details_instance_id_gin_trgm_ops" on "sync_instance_details" using gin ("instance_id" gin_trgm_ops);
create index "ix_sync_instance_details_org_id_instance_id" on "sync_instance_details" ("org_id", "instance_id");
create index "ix_sync_instance_details_asset_ip_gin_trgm_ops" on "sync_instance_details" using gin ("asset_ip" gin_trgm_ops);
create index "ix_sync_instance_details_asset_id" on "sync_instance_details" ("asset_id");
create unique index "ux_sync_instance_details_org_id_task_id_instance_id" on "sync_instance_details" ("org_id", "task_id", "instance_id");
create index "ix_sync_instance_details_account_id_instance_id" on "sync_instance_details" ("account_id", "instance_id");
alter table "sync_instance_details" add constraint "fk_sync_instance_details_task_id" foreign key ("task_id") references "sync_instance_tasks" (id) on delete cascade;
alter table "sync_instance_details" add constraint "fk_sync_instance_details_asset_id" foreign key ("asset_id") references "assets" (id) on delete set null;
create index "ix_sync_instance_task_executions_task_id" on "sync_instance_task_executions" ("task_id");
create index "ix_sync_instance_task_executions_org_id_date_start" on "sync_instance_task_executions" ("org_id", "date_start");
create index "ix_sync_instance_task_executions_date_created" on "sync_instance_task_executions" ("date_created");
create index "ix_sync_instance_task_executions_lease" on "sync_instance_task_executions" ("lease");
alter table "sync_instance_task_executions" add constraint "fk_sync_instance_task_executions_task_id" foreign key ("task_id") references "sync_instance_tasks" (id) on delete cascade;
create unique index "ux_sync_instance_tasks_org_id_name" on "sync_instance_tasks" ("org_id", "name");
create index "ix_sync_instance_tasks_name_gin_trgm_ops" on "sync_instance_tasks" using gin ("name" gin_trgm_ops);
create index "ix_sync_instance_tasks_account_id" on "sync_instance_tasks" ("account_id");
create index "ix_sync_instance_tasks_node_id" on "sync_instance_tasks" ("node_id");
create index "ix_sync_instance_tasks_date_next_run" on "sync_instance_tasks" ("date_next_run");
alter table "sync_instance_tasks" add constraint "fk_sync_instance_tasks_account_id" foreign key ("account_id") references "cloud_accounts" (id) on delete restrict;
alter table "sync_instance_tasks" add constraint "fk_sync_instance_tasks_node_id" foreign key ("node_id") references "nodes" (id) on delete restrict;
