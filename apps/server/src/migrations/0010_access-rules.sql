create table "command_filter_acl_groups" (
  "acl_id" uuid not null,
  "group_id" uuid not null,
  primary key ("acl_id", "group_id")
);
create table "command_filter_acl_reviewers" (
  "acl_id" uuid not null,
  "user_id" uuid not null,
  primary key ("acl_id", "user_id")
);
create table "command_filter_acls" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "name" text not null,
  "priority" integer not null default 50,
  "action" text not null default 'reject',
  "users" jsonb not null,
  "comment" text not null default '',
  "assets" jsonb not null,
  "accounts" jsonb not null,
  "created_by" text not null default '',
  "is_active" boolean not null default true,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "updated_by" text not null default ''
);
create table "command_groups" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "name" text not null,
  "type" text not null default 'command',
  "content" text not null,
  "comment" text not null default '',
  "created_by" text not null default '',
  "ignore_case" boolean not null default true,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "updated_by" text not null default ''
);
create table "connect_method_acls" (
  "id" uuid primary key,
  "name" text not null,
  "priority" integer not null default 50,
  "action" text not null default 'reject',
  "users" jsonb not null,
  "comment" text not null default '',
  "connect_methods" jsonb not null default '[]'::jsonb,
  "created_by" text not null default '',
  "is_active" boolean not null default true,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "updated_by" text not null default ''
);
create table "login_acl_reviewers" (
  "acl_id" uuid not null,
  "user_id" uuid not null,
  primary key ("acl_id", "user_id")
);
create table "login_acls" (
  "id" uuid primary key,
  "name" text not null,
  "priority" integer not null default 50,
  "action" text not null default 'reject',
  "users" jsonb not null,
  "comment" text not null default '',
  "rules" jsonb not null,
  "created_by" text not null default '',
  "is_active" boolean not null default true,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "updated_by" text not null default ''
);
create table "login_asset_acl_reviewers" (
  "acl_id" uuid not null,
  "user_id" uuid not null,
  primary key ("acl_id", "user_id")
);
create table "login_asset_acls" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "name" text not null,
  "priority" integer not null default 50,
  "action" text not null default 'reject',
  "users" jsonb not null,
  "comment" text not null default '',
  "assets" jsonb not null,
  "accounts" jsonb not null,
  "rules" jsonb not null,
  "created_by" text not null default '',
  "is_active" boolean not null default true,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "updated_by" text not null default ''
);
create index "ix_command_filter_acl_groups_group_id" on "command_filter_acl_groups" ("group_id");
alter table "command_filter_acl_groups" add constraint "fk_command_filter_acl_groups_acl_id" foreign key ("acl_id") references "command_filter_acls" (id) on delete cascade;
alter table "command_filter_acl_groups" add constraint "fk_command_filter_acl_groups_group_id" foreign key ("group_id") references "command_groups" (id) on delete cascade;
create index "ix_command_filter_acl_reviewers_user_id" on "command_filter_acl_reviewers" ("user_id");
alter table "command_filter_acl_reviewers" add constraint "fk_command_filter_acl_reviewers_acl_id" foreign key ("acl_id") references "command_filter_acls" (id) on delete cascade;
alter table "command_filter_acl_reviewers" add constraint "fk_command_filter_acl_reviewers_user_id" foreign key ("user_id") references "users" (id) on delete cascade;
create unique index "ux_command_filter_acls_org_id_name" on "command_filter_acls" ("org_id", "name");
create index "ix_command_filter_acls_name_gin_trgm_ops" on "command_filter_acls" using gin ("name" gin_trgm_ops);
create index "ix_command_filter_acls_org_id_priority" on "command_filter_acls" ("org_id", "priority");
create unique index "ux_command_groups_org_id_name" on "command_groups" ("org_id", "name");
create index "ix_command_groups_name_gin_trgm_ops" on "command_groups" using gin ("name" gin_trgm_ops);
create unique index "ux_connect_method_acls_name" on "connect_method_acls" ("name");
create index "ix_connect_method_acls_name_gin_trgm_ops" on "connect_method_acls" using gin ("name" gin_trgm_ops);
create index "ix_connect_method_acls_priority" on "connect_method_acls" ("priority");
create index "ix_login_acl_reviewers_user_id" on "login_acl_reviewers" ("user_id");
alter table "login_acl_reviewers" add constraint "fk_login_acl_reviewers_acl_id" foreign key ("acl_id") references "login_acls" (id) on delete cascade;
alter table "login_acl_reviewers" add constraint "fk_login_acl_reviewers_user_id" foreign key ("user_id") references "users" (id) on delete cascade;
create unique index "ux_login_acls_name" on "login_acls" ("name");
create index "ix_login_acls_name_gin_trgm_ops" on "login_acls" using gin ("name" gin_trgm_ops);
create index "ix_login_acls_priority" on "login_acls" ("priority");
create index "ix_login_asset_acl_reviewers_user_id" on "login_asset_acl_reviewers" ("user_id");
alter table "login_asset_acl_reviewers" add constraint "fk_login_asset_acl_reviewers_acl_id" foreign key ("acl_id") references "login_asset_acls" (id) on delete cascade;
alter table "login_asset_acl_reviewers" add constraint "fk_login_asset_acl_reviewers_user_id" foreign key ("user_id") references "users" (id) on delete cascade;
create unique index "ux_login_asset_acls_org_id_name" on "login_asset_acls" ("org_id", "name");
create index "ix_login_asset_acls_name_gin_trgm_ops" on "login_asset_acls" using gin ("name" gin_trgm_ops);
create index "ix_login_asset_acls_org_id_priority" on "login_asset_acls" ("org_id", "priority");
