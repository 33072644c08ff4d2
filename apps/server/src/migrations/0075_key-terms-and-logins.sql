alter table "bearer_tokens" add column "ssh_key_id" uuid;
alter table "private_tokens" add column "ip_group" jsonb not null default '["*"]'::jsonb;
alter table "private_tokens" add column "date_expired" timestamptz;
alter table "private_tokens" add column "is_read_only" boolean not null default false;
alter table "private_tokens" add column "permissions" jsonb not null default '[]'::jsonb;
create table "terms_acceptances" (
  "user_id" uuid not null,
  "version" text not null,
  "date_accepted" timestamptz not null default now(),
  "remote_addr" text not null default '',
  primary key (user_id, version)
);
