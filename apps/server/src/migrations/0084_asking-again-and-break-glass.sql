alter table "tickets" add column "renews_id" uuid;
alter table "tickets" add column "end_told" timestamptz;
alter table "tickets" add column "taken" boolean not null default false;
