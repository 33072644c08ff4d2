create table "ticket_assets" (
  "ticket_id" uuid not null,
  "asset_id" uuid not null,
  primary key ("ticket_id", "asset_id")
);
create table "ticket_flows" (
  "id" uuid primary key,
  "type" text not null,
  "approval_level" integer not null,
  "rules" jsonb not null,
  "org_id" uuid not null,
  "created_by" text not null default '',
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "updated_by" text not null default ''
);
create table "ticket_nodes" (
  "ticket_id" uuid not null,
  "node_id" uuid not null,
  primary key ("ticket_id", "node_id")
);
alter table "tickets" add column "apply_permission_name" text not null default '';
alter table "tickets" add column "apply_accounts" jsonb not null default '[]'::jsonb;
alter table "tickets" add column "apply_actions" integer not null default 1;
alter table "tickets" add column "apply_date_start" timestamptz;
alter table "tickets" add column "apply_date_expired" timestamptz;
create index "ix_ticket_assets_asset_id" on "ticket_assets" ("asset_id");
alter table "ticket_assets" add constraint "fk_ticket_assets_ticket_id" foreign key ("ticket_id") references "tickets" (id) on delete cascade;
alter table "ticket_assets" add constraint "fk_ticket_assets_asset_id" foreign key ("asset_id") references "assets" (id) on delete cascade;
create unique index "ux_ticket_flows_org_id_type" on "ticket_flows" ("org_id", "type");
create index "ix_ticket_nodes_node_id" on "ticket_nodes" ("node_id");
alter table "ticket_nodes" add constraint "fk_ticket_nodes_ticket_id" foreign key ("ticket_id") references "tickets" (id) on delete cascade;
alter table "ticket_nodes" add constraint "fk_ticket_nodes_node_id" foreign key ("node_id") references "nodes" (id) on delete cascade;
