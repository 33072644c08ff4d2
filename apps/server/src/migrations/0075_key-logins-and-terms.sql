alter table "bearer_tokens" add column "ssh_key_id" uuid;
create table "terms_acceptances" (
  "user_id" uuid not null,
  "version" text not null,
  "date_accepted" timestamptz not null default now(),
  "remote_addr" text not null default '',
  primary key (user_id, version)
);
