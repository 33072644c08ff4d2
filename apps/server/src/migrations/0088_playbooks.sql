create table "playbooks" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "name" text not null,
  "create_method" text not null default 'blank',
  "vcs_url" text not null default '',
  "vcs_ref" text not null default '',
  "vcs_username" text not null default '',
  "vcs_token" text,
  "vcs_commit" text not null default '',
  "comment" text not null default '',
  "is_shared" boolean not null default false,
  "date_synced" timestamptz,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "creator_id" uuid not null references users (id) on delete cascade,
  "sync_run" uuid,
  "created_by" text not null default '',
  "updated_by" text not null default ''
);
create table "playbook_files" (
  "playbook_id" uuid not null references playbooks (id) on delete cascade,
  "path" text not null,
  "content" bytea,
  "date_updated" timestamptz not null default now(),
  primary key (playbook_id, path),
  check (octet_length(path) between 1 and 1024),
  check (path !~ '(^|/)(\.{1,2})?(/|$)'),
  check (path !~ '[\\[:cntrl:]]'),
  check (octet_length(content) <= 1048576)
);
create table "playbook_snapshots" (
  "id" uuid primary key,
  "digest" text not null unique,
  "date_used" timestamptz not null default now()
);
create table "playbook_snapshot_files" (
  "snapshot_id" uuid not null references playbook_snapshots (id) on delete cascade,
  "path" text not null,
  "content" bytea not null,
  primary key (snapshot_id, path),
  check (octet_length(path) between 1 and 1024),
  check (path !~ '(^|/)(\.{1,2})?(/|$)'),
  check (path !~ '[\\[:cntrl:]]')
);
-- A playbook job has no command.
alter table "jobs" alter column "args" set default '';
alter table "jobs" add column "playbook_id" uuid;
alter table "jobs" add constraint "fk_jobs_playbook_id" foreign key ("playbook_id") references "playbooks" (id) on delete set null;
alter table "job_executions" add column "playbook_snapshot_id" uuid references playbook_snapshots (id);
create index "ix_job_executions_playbook_snapshot_id" on "job_executions" ("playbook_snapshot_id");
create index "ix_jobs_playbook_id" on "jobs" ("playbook_id");
create index "ix_playbooks_name_gin_trgm_ops" on "playbooks" using gin ("name" gin_trgm_ops);
create index "ix_playbooks_org_id_name" on "playbooks" ("org_id", "name");
create index "ix_playbooks_comment_gin_trgm_ops" on "playbooks" using gin ("comment" gin_trgm_ops);
create index "ix_playbooks_org_id_date_created" on "playbooks" ("org_id", "date_created");
create unique index "ux_playbooks_org_id_creator_id_name" on "playbooks" ("org_id", "creator_id", "name");
create index "ix_playbooks_creator_id" on "playbooks" ("creator_id");
