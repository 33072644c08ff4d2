create table "access_review_assets" (
  "review_id" uuid not null,
  "asset_id" uuid not null,
  primary key ("review_id", "asset_id")
);
create table "access_review_lines" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "review_id" uuid not null,
  "permission" text not null,
  "side" text not null,
  "subject" text not null,
  "members_amount" integer not null default 0,
  "assets" jsonb not null default '[]'::jsonb,
  "assets_amount" integer not null default 0,
  "nodes" jsonb not null default '[]'::jsonb,
  "nodes_amount" integer not null default 0,
  "accounts" jsonb not null default '[]'::jsonb,
  "actions" integer not null default 0,
  "decision" text not null default 'undecided',
  "decided_by" text not null default '',
  "comment" text not null default '',
  "outcome" text not null default 'none',
  "permission_id" uuid not null,
  "subject_id" uuid not null,
  "by_silence" boolean not null default false,
  "date_start" timestamptz not null,
  "date_expired" timestamptz not null,
  "date_last_used" timestamptz,
  "date_decided" timestamptz,
  "date_done" timestamptz,
  "decided_by_id" uuid,
  "grant_digest" text not null,
  "members_digest" text not null default ''
);
create table "access_review_nodes" (
  "review_id" uuid not null,
  "node_id" uuid not null,
  primary key ("review_id", "node_id")
);
create table "access_review_permissions" (
  "review_id" uuid not null,
  "assetpermission_id" uuid not null,
  primary key ("review_id", "assetpermission_id")
);
create table "access_review_reviewers" (
  "review_id" uuid not null,
  "user_id" uuid not null,
  primary key ("review_id", "user_id")
);
create table "access_review_user_groups" (
  "review_id" uuid not null,
  "usergroup_id" uuid not null,
  primary key ("review_id", "usergroup_id")
);
create table "access_review_users" (
  "review_id" uuid not null,
  "user_id" uuid not null,
  primary key ("review_id", "user_id")
);
create table "access_reviews" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "name" text not null,
  "owner_id" uuid,
  "revokes" text not null default 'end',
  "silence" text not null default 'keep',
  "comment" text not null default '',
  "state" text not null default 'preparing',
  "unused_days" integer,
  "task" uuid,
  "created_by" text not null default '',
  "date_due" timestamptz not null,
  "date_ended" timestamptz,
  "date_created" timestamptz not null default now(),
  "scope" jsonb not null default '{}'::jsonb,
  "date_reminds" timestamptz,
  "updated_by" text not null default '',
  "date_updated" timestamptz not null default now()
);
create table "access_review_members" (
  "review_id" uuid not null references access_reviews (id) on delete cascade,
  "group_id" uuid not null,
  "user_id" uuid not null,
  "display" text not null,
  "date_created" timestamptz not null default now(),
  primary key (review_id, group_id, user_id)
);
create index "ix_access_review_assets_asset_id" on "access_review_assets" ("asset_id");
alter table "access_review_assets" add constraint "fk_access_review_assets_review_id" foreign key ("review_id") references "access_reviews" (id) on delete cascade;
alter table "access_review_assets" add constraint "fk_access_review_assets_asset_id" foreign key ("asset_id") references "assets" (id) on delete cascade;
create index "ix_access_review_lines_review_id" on "access_review_lines" ("review_id");
create index "ix_access_review_lines_permission_gin_trgm_ops" on "access_review_lines" using gin ("permission" gin_trgm_ops);
create index "ix_access_review_lines_org_id_permission" on "access_review_lines" ("org_id", "permission");
create index "ix_access_review_lines_subject_gin_trgm_ops" on "access_review_lines" using gin ("subject" gin_trgm_ops);
create unique index "ux_access_review_lines_org_id_review_id__ssion_id_subject_id" on "access_review_lines" ("org_id", "review_id", "permission_id", "subject_id");
alter table "access_review_lines" add constraint "fk_access_review_lines_review_id" foreign key ("review_id") references "access_reviews" (id) on delete cascade;
create index "ix_access_review_nodes_node_id" on "access_review_nodes" ("node_id");
alter table "access_review_nodes" add constraint "fk_access_review_nodes_review_id" foreign key ("review_id") references "access_reviews" (id) on delete cascade;
alter table "access_review_nodes" add constraint "fk_access_review_nodes_node_id" foreign key ("node_id") references "nodes" (id) on delete cascade;
create index "ix_access_review_permissions_assetpermission_id" on "access_review_permissions" ("assetpermission_id");
alter table "access_review_permissions" add constraint "fk_access_review_permissions_review_id" foreign key ("review_id") references "access_reviews" (id) on delete cascade;
alter table "access_review_permissions" add constraint "fk_access_review_permissions_assetpermission_id" foreign key ("assetpermission_id") references "asset_permissions" (id) on delete cascade;
create index "ix_access_review_reviewers_user_id" on "access_review_reviewers" ("user_id");
alter table "access_review_reviewers" add constraint "fk_access_review_reviewers_review_id" foreign key ("review_id") references "access_reviews" (id) on delete cascade;
alter table "access_review_reviewers" add constraint "fk_access_review_reviewers_user_id" foreign key ("user_id") references "users" (id) on delete cascade;
create index "ix_access_review_user_groups_usergroup_id" on "access_review_user_groups" ("usergroup_id");
alter table "access_review_user_groups" add constraint "fk_access_review_user_groups_review_id" foreign key ("review_id") references "access_reviews" (id) on delete cascade;
alter table "access_review_user_groups" add constraint "fk_access_review_user_groups_usergroup_id" foreign key ("usergroup_id") references "user_groups" (id) on delete cascade;
create index "ix_access_review_users_user_id" on "access_review_users" ("user_id");
alter table "access_review_users" add constraint "fk_access_review_users_review_id" foreign key ("review_id") references "access_reviews" (id) on delete cascade;
alter table "access_review_users" add constraint "fk_access_review_users_user_id" foreign key ("user_id") references "users" (id) on delete cascade;
create unique index "ux_access_reviews_org_id_name" on "access_reviews" ("org_id", "name");
create index "ix_access_reviews_name_gin_trgm_ops" on "access_reviews" using gin ("name" gin_trgm_ops);
create index "ix_access_reviews_owner_id" on "access_reviews" ("owner_id");
create index "ix_access_reviews_org_id_date_created" on "access_reviews" ("org_id", "date_created");
create index "ix_access_reviews_state_date_due" on "access_reviews" ("state", "date_due");
create index "ix_access_reviews_state_date_reminds" on "access_reviews" ("state", "date_reminds");
alter table "access_reviews" add constraint "fk_access_reviews_owner_id" foreign key ("owner_id") references "users" (id) on delete set null;
