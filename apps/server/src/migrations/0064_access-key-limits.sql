alter table "access_keys" add column "permissions" jsonb not null default '[]'::jsonb;
alter table "access_keys" add column "is_read_only" boolean not null default false;
alter table "access_keys" add column "date_expired" timestamptz;
