create table "import_keys" (
  "scope" text not null,
  "key" text not null,
  "n" integer not null,
  "date_created" timestamptz not null default now(),
  primary key (scope, key)
);
create table "import_rows" (
  "scope" text not null,
  "n" integer not null,
  "print" text not null,
  "object_id" text not null,
  "date_created" timestamptz not null default now(),
  primary key (scope, n)
);
create index "ix_import_keys_scope_n" on "import_keys" ("scope", "n");
create index "ix_import_keys_date_created" on "import_keys" ("date_created");
create index "ix_import_rows_date_created" on "import_rows" ("date_created");
