-- A view that is shared has a sharer, and no user whom it would go with.
alter table "saved_views" alter column "user_id" drop not null;
alter table "saved_views" add column "is_shared" boolean not null default false;
alter table "saved_views" add column "sharer_id" uuid references users (id) on delete set null;
alter table "saved_views" add column "shared_in" uuid references organizations (id) on delete cascade;
alter table "saved_views" add column "list_url" text;
create index "ix_saved_views_sharer_id_table_name" on "saved_views" ("sharer_id", "table_name");
create index "ix_saved_views_shared_in_list_url" on "saved_views" ("shared_in", "list_url");
