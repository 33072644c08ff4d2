create table "applet_hosts" (
  "asset_id" uuid primary key references assets (id) on delete cascade,
  "deploy_options" jsonb not null,
  "terminal_id" uuid unique references terminals (id) on delete set null,
  "date_synced" timestamptz,
  "date_published" timestamptz
);
create table "applet_host_accounts" (
  "account_id" uuid primary key references accounts (id) on delete cascade,
  "host_id" uuid not null references applet_hosts (asset_id) on delete cascade,
  "is_private" boolean not null,
  "user_id" uuid references users (id) on delete set null
);
create table "applet_host_choices" (
  "user_id" uuid not null references users (id) on delete cascade,
  "host_id" uuid not null references applet_hosts (asset_id) on delete cascade,
  "account_id" uuid references applet_host_accounts (account_id) on delete set null,
  "date_chosen" timestamptz not null,
  primary key (user_id, host_id)
);
create table "applet_leases" (
  "token_id" uuid primary key,
  "account_id" uuid not null references applet_host_accounts (account_id) on delete cascade,
  "user_id" uuid not null references users (id) on delete cascade,
  "asset_id" uuid not null,
  "component_id" uuid not null references terminals (id) on delete cascade,
  "is_shared" boolean not null,
  "date_leased" timestamptz not null,
  "date_expired" timestamptz not null
);
create table "applet_publications" (
  "id" uuid primary key,
  "applet_id" uuid not null,
  "host_id" uuid not null,
  "status" text not null default 'pending',
  "comment" text not null default '',
  "created_by" text not null default '',
  "updated_by" text not null default '',
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now()
);
create unique index "ux_applet_host_accounts_host_id_user_id" on "applet_host_accounts" ("host_id", "user_id");
create unique index "ux_applet_leases_account_id" on "applet_leases" ("account_id") where not is_shared;
create index "ix_applet_leases_component_id" on "applet_leases" ("component_id");
create index "ix_applet_leases_user_id" on "applet_leases" ("user_id");
create index "ix_applet_publications_applet_id" on "applet_publications" ("applet_id");
create index "ix_applet_publications_host_id" on "applet_publications" ("host_id");
create index "ix_applet_publications_date_created" on "applet_publications" ("date_created");
create unique index "ux_applet_publications_applet_id_host_id" on "applet_publications" ("applet_id", "host_id");
alter table "applet_publications" add constraint "fk_applet_publications_applet_id" foreign key ("applet_id") references "applets" (id) on delete cascade;
alter table "applet_publications" add constraint "fk_applet_publications_host_id" foreign key ("host_id") references "assets" (id) on delete cascade;
