create table "settings_media" (
  "name" text primary key,
  "slot" text not null,
  "content_type" text not null,
  "bytes" bytea not null,
  "date_created" timestamptz not null default now()
);
create index "ix_settings_media_slot" on "settings_media" ("slot");
