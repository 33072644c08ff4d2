create table "jobs" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "name" text not null default '',
  "type" text not null default 'adhoc',
  "module" text not null default 'shell',
  "args" text not null,
  "assets" jsonb not null default '[]'::jsonb,
  "nodes" jsonb not null default '[]'::jsonb,
  "runas" text not null default 'root',
  "runas_policy" text not null default 'skip',
  "parameters_define" jsonb not null default '{}'::jsonb,
  "chdir" text not null default '',
  "timeout" integer not null default -1,
  "parallelism" integer not null default 20,
  "concurrency" text not null default 'skip',
  "crontab" text,
  "interval" integer,
  "comment" text not null default '',
  "version" integer not null default 1,
  "instant" boolean not null default false,
  "use_parameter_define" boolean not null default false,
  "is_repeatable" boolean not null default false,
  "is_periodic" boolean not null default true,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "creator_id" uuid not null references users (id) on delete cascade,
  "date_next_run" timestamptz,
  "created_by" text not null default '',
  "updated_by" text not null default ''
);
create table "job_executions" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "material" text not null default '',
  "job_type" text not null default 'adhoc',
  "job_version" integer not null default 1,
  "parameters" jsonb not null default '{}'::jsonb,
  "trigger" text,
  "is_finished" boolean not null default false,
  "is_success" boolean not null default false,
  "date_start" timestamptz,
  "date_finished" timestamptz,
  "date_created" timestamptz not null,
  "job_id" uuid references jobs (id) on delete set null,
  "job_name" text not null default '',
  "creator_id" uuid not null references users (id) on delete cascade,
  "status" text not null default 'waiting',
  "ordered" jsonb not null,
  "origin_ip" text not null default ''
);
create table "job_execution_hosts" (
  "execution_id" uuid not null references job_executions (id) on delete cascade,
  "asset_id" uuid not null,
  "name" text not null,
  "account" text not null default '',
  "status" text not null default 'waiting',
  "reason" jsonb,
  "exit_code" integer,
  "output" text not null default '',
  "is_cut" boolean not null default false,
  "date_start" timestamptz,
  "date_finished" timestamptz,
  "date_created" timestamptz not null default now(),
  primary key (execution_id, asset_id)
);
create index "ix_job_execution_hosts_execution_id_status" on "job_execution_hosts" ("execution_id", "status");
create index "ix_job_executions_material_gin_trgm_ops" on "job_executions" using gin ("material" gin_trgm_ops);
create index "ix_job_executions_org_id_date_created" on "job_executions" ("org_id", "date_created");
create index "ix_job_executions_creator_id_date_created" on "job_executions" ("creator_id", "date_created");
create index "ix_job_executions_job_id_date_created" on "job_executions" ("job_id", "date_created");
create index "ix_jobs_name_gin_trgm_ops" on "jobs" using gin ("name" gin_trgm_ops);
create index "ix_jobs_org_id_name" on "jobs" ("org_id", "name");
create index "ix_jobs_org_id_date_created" on "jobs" ("org_id", "date_created");
create unique index "ux_jobs_org_id_creator_id_name" on "jobs" ("org_id", "creator_id", "name");
create index "ix_jobs_creator_id" on "jobs" ("creator_id");
create index "ix_jobs_date_next_run" on "jobs" ("date_next_run");
create index "ix_job_executions_org_id_date_start" on "job_executions" ("org_id", "date_start");
