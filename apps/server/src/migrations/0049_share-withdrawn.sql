alter table "session_sharings" add column "date_withdrawn" timestamptz;
