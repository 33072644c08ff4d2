create table "list_files" (
  "id" uuid primary key,
  "name" text not null default '',
  "state" text not null default 'waiting',
  "rows" integer not null default 0,
  "bytes" integer not null default 0,
  "date_expired" timestamptz,
  "date_created" timestamptz not null default now(),
  "user_id" uuid not null references users (id) on delete cascade,
  "org_id" uuid not null,
  "resource" text not null,
  "file_format" text not null,
  "query" jsonb not null,
  "language" text not null,
  "time_zone" text not null,
  "made" uuid,
  "sealed_key" text,
  "created_by" text not null default '',
  "updated_by" text not null default '',
  "date_updated" timestamptz not null default now()
);
create index "ix_list_files_date_created" on "list_files" ("date_created");
create index "ix_list_files_user_id" on "list_files" ("user_id");
create index "ix_list_files_date_expired" on "list_files" ("date_expired");
create table "list_file_pieces" (
  "file_id" uuid not null references list_files (id) on delete cascade,
  "made" uuid not null,
  "seq" integer not null,
  "sealed" bytea not null,
  primary key (file_id, made, seq),
  check (octet_length(sealed) <= 524288)
);
