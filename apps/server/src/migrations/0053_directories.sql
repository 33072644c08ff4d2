create table "directory_people" (
  "subject" text primary key,
  "username" text not null,
  "name" text not null,
  "email" text not null,
  "phone" text not null,
  "groups" jsonb not null,
  "active" boolean not null,
  "seen_in" uuid not null
);
create table "directory_states" (
  "name" text primary key,
  "state" text not null,
  "message" text not null,
  "date" timestamptz not null default now()
);
create index "ix_directory_people_username" on "directory_people" ("username");
