create table "external_secrets" (
  "id" uuid primary key,
  "date_created" timestamptz not null default now(),
  "date_unused" timestamptz
);
create index "ix_accounts_id" on "accounts" ("id") where secret like 'pv1.%';
create index "ix_accounts_history_id" on "accounts_history" ("id") where secret like 'pv1.%';
create index "ix_external_secrets_date_unused" on "external_secrets" ("date_unused") where date_unused is not null;
