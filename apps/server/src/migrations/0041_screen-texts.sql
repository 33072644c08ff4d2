create table "screen_texts" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "session_id" uuid not null,
  "at" integer not null,
  "text" text not null,
  "moment" timestamptz not null
);
create index "ix_screen_texts_session_id" on "screen_texts" ("session_id");
create index "ix_screen_texts_text_gin_trgm_ops" on "screen_texts" using gin ("text" gin_trgm_ops);
create index "ix_screen_texts_org_id_moment" on "screen_texts" ("org_id", "moment");
alter table "screen_texts" add constraint "fk_screen_texts_session_id" foreign key ("session_id") references "sessions" (id) on delete cascade;
