alter table "ftp_logs" add column "size" double precision;
create table "endpoint_rules" (
  "id" uuid primary key,
  "name" text not null,
  "ip_group" jsonb not null default '["*"]'::jsonb,
  "priority" integer not null default 50,
  "endpoint_id" uuid,
  "comment" text not null default '',
  "created_by" text not null default '',
  "is_active" boolean not null default true,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "updated_by" text not null default ''
);
create unique index "ux_endpoint_rules_name" on "endpoint_rules" ("name");
create index "ix_endpoint_rules_name_gin_trgm_ops" on "endpoint_rules" using gin ("name" gin_trgm_ops);
create index "ix_endpoint_rules_endpoint_id" on "endpoint_rules" ("endpoint_id");
alter table "endpoint_rules" add constraint "fk_endpoint_rules_endpoint_id" foreign key ("endpoint_id") references "endpoints" (id) on delete set null;
