create table "applets" (
  "id" uuid primary key,
  "name" text not null,
  "display_name" text not null,
  "version" text not null,
  "author" text not null,
  "type" text not null,
  "edition" text not null default 'community',
  "protocols" jsonb not null default '[]'::jsonb,
  "tags" jsonb not null default '[]'::jsonb,
  "comment" text not null default '',
  "created_by" text not null default '',
  "updated_by" text not null default '',
  "can_concurrent" boolean not null default true,
  "is_active" boolean not null default true,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "package_sha256" text not null,
  "readme_text" text not null default ''
);
create unique index "ux_applets_name" on "applets" ("name");
create index "ix_applets_name_gin_trgm_ops" on "applets" using gin ("name" gin_trgm_ops);
create index "ix_applets_display_name_gin_trgm_ops" on "applets" using gin ("display_name" gin_trgm_ops);
create index "ix_applets_author_gin_trgm_ops" on "applets" using gin ("author" gin_trgm_ops);
