create table "password_links" (
  "user_id" uuid primary key,
  "token_hash" text not null unique,
  "state_hash" text not null,
  "date_created" timestamptz not null default now(),
  "date_expired" timestamptz not null
);
