create table "verification_codes" (
  "user_id" uuid not null,
  "way" text not null,
  "purpose" text not null,
  "session_id" text not null,
  "code_hash" text not null,
  "tries" integer not null default 0,
  "date_created" timestamptz not null default now(),
  "date_expired" timestamptz not null,
  primary key (user_id, way, purpose)
);
