create table "mails" (
  "id" uuid primary key,
  "content" text,
  "attachment" jsonb,
  "status" text not null default 'waiting',
  "attempts" integer not null default 0,
  "error" text,
  "date_created" timestamptz not null default now(),
  "date_next" timestamptz not null default now(),
  "date_finished" timestamptz
);
create index "ix_mails_date_next" on "mails" ("date_next") where status = 'waiting';
create index "ix_mails_date_finished" on "mails" ("date_finished");
