alter table "device_logins" add column "date_asked" timestamptz not null default now();
