create table "saved_views" (
  "id" uuid primary key,
  "name" text not null,
  "table_name" text not null,
  "config" jsonb not null,
  "user_id" uuid not null,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "created_by" text not null default '',
  "updated_by" text not null default ''
);
create index "ix_saved_views_name_gin_trgm_ops" on "saved_views" using gin ("name" gin_trgm_ops);
create index "ix_saved_views_name" on "saved_views" ("name");
create index "ix_saved_views_table_name" on "saved_views" ("table_name");
create index "ix_saved_views_user_id" on "saved_views" ("user_id");
create index "ix_saved_views_user_id_table_name" on "saved_views" ("user_id", "table_name");
alter table "saved_views" add constraint "fk_saved_views_user_id" foreign key ("user_id") references "users" (id) on delete cascade;
