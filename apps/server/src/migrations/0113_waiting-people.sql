alter table "users" add column "date_waiting" timestamptz;
create index "ix_users_date_waiting" on "users" ("date_waiting") where date_waiting is not null;
