create table "external_identities" (
  "provider" text not null,
  "subject" text not null,
  "user_id" uuid not null references users (id) on delete cascade,
  "date_created" timestamptz not null default now(),
  "date_last_used" timestamptz not null default now(),
  primary key (provider, subject)
);
create unique index "ux_external_identities_user_id_provider" on "external_identities" ("user_id", "provider");
