create table "given_platforms" (
  "id" integer primary key
);
