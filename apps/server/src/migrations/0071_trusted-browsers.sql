alter table "known_devices" add column "date_trusted" timestamptz;
alter table "known_devices" add column "trusted_network" text not null default '';
alter table "known_devices" add column "user_agent" text not null default '';
