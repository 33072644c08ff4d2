create table "automation_executions" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "type" text not null,
  "automation_id" uuid,
  "trigger" text not null default 'manual',
  "status" text not null default 'pending',
  "snapshot" jsonb not null default '{}'::jsonb,
  "sealed_secret" text,
  "lease" timestamptz,
  "date_created" timestamptz not null default now(),
  "date_start" timestamptz,
  "date_finished" timestamptz
);
create table "change_secret_automation_assets" (
  "automation_id" uuid not null,
  "asset_id" uuid not null,
  primary key ("automation_id", "asset_id")
);
create table "change_secret_automation_nodes" (
  "automation_id" uuid not null,
  "node_id" uuid not null,
  primary key ("automation_id", "node_id")
);
create table "change_secret_automation_recipients" (
  "automation_id" uuid not null,
  "user_id" uuid not null,
  primary key ("automation_id", "user_id")
);
create table "change_secret_automations" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "name" text not null,
  "crontab" text,
  "interval" integer,
  "accounts" jsonb not null,
  "comment" text not null default '',
  "secret_type" text not null,
  "secret_strategy" text not null,
  "secret" text,
  "password_rules" jsonb not null default '{"length":30,"symbol_set":"!#$%&()*+,-.:;<=>?@[]^_~"}'::jsonb,
  "ssh_key_change_strategy" text not null default 'add',
  "params" jsonb not null default '{}'::jsonb,
  "created_by" text not null default '',
  "is_periodic" boolean not null default true,
  "is_active" boolean not null default true,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "date_next_run" timestamptz,
  "updated_by" text not null default ''
);
create table "change_secret_records" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "type" text not null,
  "execution_id" uuid not null,
  "asset_id" uuid not null references assets (id) on delete cascade,
  "account_id" uuid not null references accounts (id) on delete cascade,
  "secret_type" text not null,
  "old_secret" text,
  "new_secret" text,
  "status" text not null default 'pending',
  "error" text,
  "attempts" integer not null default 0,
  "date_next_attempt" timestamptz,
  "date_created" timestamptz not null default now(),
  "date_started" timestamptz,
  "date_finished" timestamptz
);
create table "gather_account_automations" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "name" text not null,
  "crontab" text,
  "interval" integer,
  "accounts" jsonb not null default '[]'::jsonb,
  "comment" text not null default '',
  "created_by" text not null default '',
  "is_periodic" boolean not null default true,
  "is_active" boolean not null default true,
  "is_sync_account" boolean not null default false,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "date_next_run" timestamptz,
  "updated_by" text not null default ''
);
create table "gather_accounts_automation_assets" (
  "automation_id" uuid not null,
  "asset_id" uuid not null,
  primary key ("automation_id", "asset_id")
);
create table "gather_accounts_automation_nodes" (
  "automation_id" uuid not null,
  "node_id" uuid not null,
  primary key ("automation_id", "node_id")
);
create table "gathered_accounts" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "asset_id" uuid not null,
  "username" text not null,
  "address_last_login" text not null default '',
  "present" boolean not null default true,
  "date_last_login" timestamptz,
  "date_updated" timestamptz not null default now(),
  "created_by" text not null default '',
  "updated_by" text not null default '',
  "date_created" timestamptz not null default now()
);
create table "push_account_automation_assets" (
  "automation_id" uuid not null,
  "asset_id" uuid not null,
  primary key ("automation_id", "asset_id")
);
create table "push_account_automation_nodes" (
  "automation_id" uuid not null,
  "node_id" uuid not null,
  primary key ("automation_id", "node_id")
);
create table "push_account_automations" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "name" text not null,
  "crontab" text,
  "interval" integer,
  "accounts" jsonb not null,
  "comment" text not null default '',
  "secret_type" text not null,
  "secret_strategy" text not null,
  "secret" text,
  "password_rules" jsonb not null default '{"length":30,"symbol_set":"!#$%&()*+,-.:;<=>?@[]^_~"}'::jsonb,
  "ssh_key_change_strategy" text not null default 'add',
  "params" jsonb not null default '{}'::jsonb,
  "created_by" text not null default '',
  "is_periodic" boolean not null default true,
  "is_active" boolean not null default true,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "date_next_run" timestamptz,
  "updated_by" text not null default ''
);
create index "ix_automation_executions_org_id_automation_id_date_start" on "automation_executions" ("org_id", "automation_id", "date_start");
create index "ix_automation_executions_automation_id" on "automation_executions" ("automation_id");
create index "ix_automation_executions_lease" on "automation_executions" ("lease") where status = 'running';
create index "ix_change_secret_automation_assets_asset_id" on "change_secret_automation_assets" ("asset_id");
alter table "change_secret_automation_assets" add constraint "fk_change_secret_automation_assets_automation_id" foreign key ("automation_id") references "change_secret_automations" (id) on delete cascade;
alter table "change_secret_automation_assets" add constraint "fk_change_secret_automation_assets_asset_id" foreign key ("asset_id") references "assets" (id) on delete cascade;
create index "ix_change_secret_automation_nodes_node_id" on "change_secret_automation_nodes" ("node_id");
alter table "change_secret_automation_nodes" add constraint "fk_change_secret_automation_nodes_automation_id" foreign key ("automation_id") references "change_secret_automations" (id) on delete cascade;
alter table "change_secret_automation_nodes" add constraint "fk_change_secret_automation_nodes_node_id" foreign key ("node_id") references "nodes" (id) on delete cascade;
create index "ix_change_secret_automation_recipients_user_id" on "change_secret_automation_recipients" ("user_id");
alter table "change_secret_automation_recipients" add constraint "fk_change_secret_automation_recipients_automation_id" foreign key ("automation_id") references "change_secret_automations" (id) on delete cascade;
alter table "change_secret_automation_recipients" add constraint "fk_change_secret_automation_recipients_user_id" foreign key ("user_id") references "users" (id) on delete cascade;
create unique index "ux_change_secret_automations_org_id_name" on "change_secret_automations" ("org_id", "name");
create index "ix_change_secret_automations_name_gin_trgm_ops" on "change_secret_automations" using gin ("name" gin_trgm_ops);
create index "ix_change_secret_automations_date_next_run" on "change_secret_automations" ("date_next_run");
create unique index "ux_change_secret_records_account_id" on "change_secret_records" ("account_id") where status in ('pending', 'changing', 'uncertain');
create index "ix_change_secret_records_org_id_type_date_created" on "change_secret_records" ("org_id", "type", "date_created");
create index "ix_change_secret_records_execution_id" on "change_secret_records" ("execution_id");
create index "ix_change_secret_records_asset_id" on "change_secret_records" ("asset_id");
create index "ix_change_secret_records_date_next_attempt" on "change_secret_records" ("date_next_attempt") where status = 'uncertain';
create unique index "ux_gather_account_automations_org_id_name" on "gather_account_automations" ("org_id", "name");
create index "ix_gather_account_automations_name_gin_trgm_ops" on "gather_account_automations" using gin ("name" gin_trgm_ops);
create index "ix_gather_account_automations_date_next_run" on "gather_account_automations" ("date_next_run");
create index "ix_gather_accounts_automation_assets_asset_id" on "gather_accounts_automation_assets" ("asset_id");
alter table "gather_accounts_automation_assets" add constraint "fk_gather_accounts_automation_assets_automation_id" foreign key ("automation_id") references "gather_account_automations" (id) on delete cascade;
alter table "gather_accounts_automation_assets" add constraint "fk_gather_accounts_automation_assets_asset_id" foreign key ("asset_id") references "assets" (id) on delete cascade;
create index "ix_gather_accounts_automation_nodes_node_id" on "gather_accounts_automation_nodes" ("node_id");
alter table "gather_accounts_automation_nodes" add constraint "fk_gather_accounts_automation_nodes_automation_id" foreign key ("automation_id") references "gather_account_automations" (id) on delete cascade;
alter table "gather_accounts_automation_nodes" add constraint "fk_gather_accounts_automation_nodes_node_id" foreign key ("node_id") references "nodes" (id) on delete cascade;
create index "ix_gathered_accounts_asset_id" on "gathered_accounts" ("asset_id");
create index "ix_gathered_accounts_username_gin_trgm_ops" on "gathered_accounts" using gin ("username" gin_trgm_ops);
create unique index "ux_gathered_accounts_org_id_asset_id_username" on "gathered_accounts" ("org_id", "asset_id", "username");
create index "ix_gathered_accounts_org_id_date_updated" on "gathered_accounts" ("org_id", "date_updated");
alter table "gathered_accounts" add constraint "fk_gathered_accounts_asset_id" foreign key ("asset_id") references "assets" (id) on delete cascade;
create index "ix_push_account_automation_assets_asset_id" on "push_account_automation_assets" ("asset_id");
alter table "push_account_automation_assets" add constraint "fk_push_account_automation_assets_automation_id" foreign key ("automation_id") references "push_account_automations" (id) on delete cascade;
alter table "push_account_automation_assets" add constraint "fk_push_account_automation_assets_asset_id" foreign key ("asset_id") references "assets" (id) on delete cascade;
create index "ix_push_account_automation_nodes_node_id" on "push_account_automation_nodes" ("node_id");
alter table "push_account_automation_nodes" add constraint "fk_push_account_automation_nodes_automation_id" foreign key ("automation_id") references "push_account_automations" (id) on delete cascade;
alter table "push_account_automation_nodes" add constraint "fk_push_account_automation_nodes_node_id" foreign key ("node_id") references "nodes" (id) on delete cascade;
create unique index "ux_push_account_automations_org_id_name" on "push_account_automations" ("org_id", "name");
create index "ix_push_account_automations_name_gin_trgm_ops" on "push_account_automations" using gin ("name" gin_trgm_ops);
create index "ix_push_account_automations_date_next_run" on "push_account_automations" ("date_next_run");
