create table "admission_grants" (
  "user_id" uuid not null references users (id) on delete cascade,
  "provider" text not null,
  "role_id" uuid references roles (id) on delete cascade,
  "org_id" uuid references organizations (id) on delete cascade,
  "group_id" uuid references user_groups (id) on delete cascade,
  "grant_key" text generated always as (coalesce(group_id::text, role_id::text || ':' || coalesce(org_id::text, ''))) stored not null,
  primary key (user_id, provider, grant_key)
);
create table "admission_rule_groups" (
  "rule_id" uuid not null,
  "group_id" uuid not null,
  primary key ("rule_id", "group_id")
);
create table "admission_rule_roles" (
  "rule_id" uuid not null,
  "role_id" uuid not null,
  primary key ("rule_id", "role_id")
);
create table "admission_rules" (
  "id" uuid primary key,
  "name" text not null,
  "priority" integer not null default 50,
  "source" text not null default 'any',
  "attribute" text not null default 'groups',
  "match" text not null default 'exact',
  "texts" jsonb not null,
  "organization_id" uuid,
  "system_role_id" uuid,
  "comment" text not null default '',
  "created_by" text not null default '',
  "is_active" boolean not null default true,
  "keep" boolean not null default true,
  "stop" boolean not null default false,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "updated_by" text not null default ''
);
alter table "directory_people" add column "attributes" jsonb not null default '{}';
create index "ix_admission_grants_role_id" on "admission_grants" ("role_id");
create index "ix_admission_grants_org_id" on "admission_grants" ("org_id");
create index "ix_admission_grants_group_id" on "admission_grants" ("group_id");
create index "ix_admission_rule_groups_group_id" on "admission_rule_groups" ("group_id");
alter table "admission_rule_groups" add constraint "fk_admission_rule_groups_rule_id" foreign key ("rule_id") references "admission_rules" (id) on delete cascade;
alter table "admission_rule_groups" add constraint "fk_admission_rule_groups_group_id" foreign key ("group_id") references "user_groups" (id) on delete cascade;
create index "ix_admission_rule_roles_role_id" on "admission_rule_roles" ("role_id");
alter table "admission_rule_roles" add constraint "fk_admission_rule_roles_rule_id" foreign key ("rule_id") references "admission_rules" (id) on delete cascade;
alter table "admission_rule_roles" add constraint "fk_admission_rule_roles_role_id" foreign key ("role_id") references "roles" (id) on delete cascade;
create unique index "ux_admission_rules_name" on "admission_rules" ("name");
create index "ix_admission_rules_name_gin_trgm_ops" on "admission_rules" using gin ("name" gin_trgm_ops);
create index "ix_admission_rules_organization_id" on "admission_rules" ("organization_id");
create index "ix_admission_rules_system_role_id" on "admission_rules" ("system_role_id");
alter table "admission_rules" add constraint "fk_admission_rules_organization_id" foreign key ("organization_id") references "organizations" (id) on delete cascade;
alter table "admission_rules" add constraint "fk_admission_rules_system_role_id" foreign key ("system_role_id") references "roles" (id) on delete set null;
