create table "delivery_failures" (
  "way" text primary key,
  "failures" integer not null,
  "error" text,
  "date_since" timestamptz,
  "date_last" timestamptz not null default now(),
  "date_told" timestamptz,
  "date_reported" timestamptz
);
create table "message_timings" (
  "user_id" uuid primary key,
  "kinds" jsonb not null,
  "daily_at" text not null,
  "zone" text not null
);
create table "waiting_messages" (
  "id" uuid primary key,
  "user_id" uuid not null,
  "way" text not null,
  "every" text not null,
  "content" text not null,
  "date_created" timestamptz not null default now(),
  "date_due" timestamptz not null
);
create index "ix_waiting_messages_date_due" on "waiting_messages" ("date_due");
create index "ix_waiting_messages_user_id_way" on "waiting_messages" ("user_id", "way");
