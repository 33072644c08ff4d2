alter table "connection_tokens" add column "from_ticket_id" uuid;
create table "ticket_assignees" (
  "ticket_id" uuid not null,
  "level" integer not null,
  "user_id" uuid not null,
  "display" text not null,
  "state" text not null default 'pending',
  primary key (ticket_id, level, user_id)
);
create table "ticket_comments" (
  "id" uuid primary key,
  "ticket_id" uuid not null,
  "user_id" uuid,
  "user_display" text not null default '',
  "type" text not null default 'common',
  "state" text,
  "body" text not null default '',
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now()
);
create table "ticket_sessions" (
  "session_id" uuid primary key,
  "ticket_id" uuid not null,
  "date_created" timestamptz not null default now()
);
create table "ticket_steps" (
  "ticket_id" uuid not null,
  "level" integer not null,
  "state" text not null default 'pending',
  "processor_id" uuid,
  "processor_display" text not null default '',
  "date_updated" timestamptz not null default now(),
  primary key (ticket_id, level)
);
create table "tickets" (
  "id" uuid primary key,
  "title" text not null,
  "serial_num" text,
  "type" text not null,
  "state" text not null default 'pending',
  "status" text not null default 'open',
  "approval_step" integer not null default 1,
  "applicant_id" uuid,
  "rel_snapshot" jsonb not null default '{}'::jsonb,
  "org_id" uuid not null,
  "comment" text not null default '',
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "acl_id" uuid,
  "opened_by" uuid,
  "date_lapses" timestamptz not null,
  "date_used" timestamptz,
  "created_by" text not null default '',
  "updated_by" text not null default '',
  "apply_login_ip" text,
  "apply_login_city" text,
  "apply_login_datetime" timestamptz,
  "apply_login_user_id" uuid,
  "apply_login_asset_id" uuid,
  "apply_login_account" text not null default '',
  "apply_run_user_id" uuid,
  "apply_run_asset" text not null default '',
  "apply_run_account" text not null default '',
  "apply_run_command" text not null default '',
  "apply_from_session_id" uuid,
  "apply_from_cmd_filter_acl_id" uuid
);
create index "ix_connection_tokens_from_ticket_id" on "connection_tokens" ("from_ticket_id");
create index "ix_ticket_assignees_user_id_ticket_id" on "ticket_assignees" ("user_id", "ticket_id");
create index "ix_ticket_comments_ticket_id_date_created" on "ticket_comments" ("ticket_id", "date_created");
create index "ix_ticket_sessions_ticket_id" on "ticket_sessions" ("ticket_id");
create index "ix_tickets_title_gin_trgm_ops" on "tickets" using gin ("title" gin_trgm_ops);
create index "ix_tickets_title" on "tickets" ("title");
create unique index "ux_tickets_serial_num" on "tickets" ("serial_num");
create index "ix_tickets_applicant_id" on "tickets" ("applicant_id");
create index "ix_tickets_date_created" on "tickets" ("date_created");
create index "ix_tickets_status_date_lapses" on "tickets" ("status", "date_lapses");
create index "ix_tickets_apply_login_user_id" on "tickets" ("apply_login_user_id");
create index "ix_tickets_apply_login_asset_id" on "tickets" ("apply_login_asset_id");
create index "ix_tickets_apply_run_user_id" on "tickets" ("apply_run_user_id");
create index "ix_tickets_apply_from_session_id" on "tickets" ("apply_from_session_id");
create index "ix_tickets_apply_from_cmd_filter_acl_id" on "tickets" ("apply_from_cmd_filter_acl_id");
alter table "tickets" add constraint "fk_tickets_applicant_id" foreign key ("applicant_id") references "users" (id) on delete set null;
alter table "tickets" add constraint "fk_tickets_apply_login_user_id" foreign key ("apply_login_user_id") references "users" (id) on delete set null;
alter table "tickets" add constraint "fk_tickets_apply_login_asset_id" foreign key ("apply_login_asset_id") references "assets" (id) on delete set null;
alter table "tickets" add constraint "fk_tickets_apply_run_user_id" foreign key ("apply_run_user_id") references "users" (id) on delete set null;
alter table "tickets" add constraint "fk_tickets_apply_from_session_id" foreign key ("apply_from_session_id") references "sessions" (id) on delete set null;
alter table "tickets" add constraint "fk_tickets_apply_from_cmd_filter_acl_id" foreign key ("apply_from_cmd_filter_acl_id") references "command_filter_acls" (id) on delete set null;
