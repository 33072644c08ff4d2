alter table "user_groups" add column "external_id" text;
create unique index "ux_user_groups_org_id_external_id" on "user_groups" ("org_id", "external_id");
