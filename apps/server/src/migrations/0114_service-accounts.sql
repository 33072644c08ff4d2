create table "service_accounts" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "name" text not null,
  "sponsor_id" uuid,
  "comment" text not null default '',
  "created_by" text not null default '',
  "is_active" boolean not null default true,
  "date_expired" timestamptz,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "sponsor_loss_told" boolean not null default false,
  "updated_by" text not null default ''
);
alter table "users" add column "program" boolean not null default false check (not program or (is_service_account and password_hash is null and otp_secret is null and phone is null));
create unique index "ux_service_accounts_org_id_name" on "service_accounts" ("org_id", "name");
create index "ix_service_accounts_name_gin_trgm_ops" on "service_accounts" using gin ("name" gin_trgm_ops);
create index "ix_service_accounts_sponsor_id" on "service_accounts" ("sponsor_id");
create index "ix_service_accounts_org_id_is_active" on "service_accounts" ("org_id", "is_active");
create index "ix_service_accounts_org_id_date_expired" on "service_accounts" ("org_id", "date_expired");
alter table "service_accounts" add constraint "fk_service_accounts_sponsor_id" foreign key ("sponsor_id") references "users" (id) on delete set null;
