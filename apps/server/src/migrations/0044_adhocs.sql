create table "adhocs" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "name" text not null,
  "module" text not null default 'shell',
  "args" text not null default '',
  "comment" text not null default '',
  "is_shared" boolean not null default false,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "creator_id" uuid not null references users (id) on delete cascade,
  "created_by" text not null default '',
  "updated_by" text not null default ''
);
create index "ix_adhocs_name_gin_trgm_ops" on "adhocs" using gin ("name" gin_trgm_ops);
create index "ix_adhocs_org_id_name" on "adhocs" ("org_id", "name");
create index "ix_adhocs_comment_gin_trgm_ops" on "adhocs" using gin ("comment" gin_trgm_ops);
create unique index "ux_adhocs_org_id_creator_id_name" on "adhocs" ("org_id", "creator_id", "name");
create index "ix_adhocs_creator_id" on "adhocs" ("creator_id");
