create table "account_backup_executions" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "plan_id" uuid not null,
  "trigger" text not null default 'manual',
  "status" text not null default 'pending',
  "is_success" boolean not null default false,
  "failure" jsonb,
  "plan_snapshot" jsonb not null default '{}'::jsonb,
  "delivered" uuid[] not null default '{}',
  "lease" timestamptz,
  "date_created" timestamptz not null default now(),
  "date_start" timestamptz,
  "date_finished" timestamptz
);
create table "account_backup_plan_recipients" (
  "plan_id" uuid not null,
  "user_id" uuid not null,
  primary key ("plan_id", "user_id")
);
create table "account_backup_plans" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "name" text not null,
  "crontab" text,
  "interval" integer,
  "types" jsonb not null default '[]'::jsonb,
  "comment" text not null default '',
  "created_by" text not null default '',
  "is_periodic" boolean not null default true,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "date_next_run" timestamptz,
  "updated_by" text not null default ''
);
create index "ix_account_backup_executions_org_id_date_start" on "account_backup_executions" ("org_id", "date_start");
create index "ix_account_backup_executions_plan_id" on "account_backup_executions" ("plan_id");
create index "ix_account_backup_executions_lease" on "account_backup_executions" ("lease") where status = 'running';
create index "ix_account_backup_plan_recipients_user_id" on "account_backup_plan_recipients" ("user_id");
alter table "account_backup_plan_recipients" add constraint "fk_account_backup_plan_recipients_plan_id" foreign key ("plan_id") references "account_backup_plans" (id) on delete cascade;
alter table "account_backup_plan_recipients" add constraint "fk_account_backup_plan_recipients_user_id" foreign key ("user_id") references "users" (id) on delete cascade;
create unique index "ux_account_backup_plans_org_id_name" on "account_backup_plans" ("org_id", "name");
create index "ix_account_backup_plans_name_gin_trgm_ops" on "account_backup_plans" using gin ("name" gin_trgm_ops);
create index "ix_account_backup_plans_date_next_run" on "account_backup_plans" ("date_next_run");
