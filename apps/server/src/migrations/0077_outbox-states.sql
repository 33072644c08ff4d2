alter table "mails" add column "date_handed" timestamptz;
drop index "ix_mails_date_next";
create index "ix_mails_date_next" on "mails" ("date_next") where date_finished is null;
