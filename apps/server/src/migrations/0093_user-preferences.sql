create table "user_preferences" (
  "user_id" uuid primary key references users (id) on delete cascade,
  "chosen" jsonb not null
);
