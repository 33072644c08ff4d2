create table "kept_digests" (
  "id" uuid not null,
  "seq" bigint not null unique,
  "prev_hash" text not null,
  "hash" text not null,
  "kind" text not null,
  "session_id" uuid,
  "org_id" uuid not null,
  "user" text not null,
  "user_id" text not null,
  "asset" text not null,
  "asset_id" text not null,
  "account" text not null,
  "account_id" text not null,
  "protocol" text not null,
  "date_start" timestamptz,
  "date_end" timestamptz,
  "name" text not null,
  "bytes" bigint,
  "sha256" text,
  "chain_links" integer,
  "chain_end" text,
  "datetime" timestamptz not null
);
alter table "sessions" add column "replay_bytes" bigint;
alter table "sessions" add column "replay_sha256" text;
create index "ix_kept_digests_id" on "kept_digests" ("id");
create index "ix_kept_digests_sha256" on "kept_digests" ("sha256");

-- A chain of its own. Whatever retention says of itself, nothing goes from it.
insert into audit_chains (name, hash) values ('kept_digests', repeat('0', 64)) on conflict do nothing;
create function refuse_kept_digest_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end
$$;
create trigger kept_digests_append_only before update or delete on kept_digests for each row execute function refuse_kept_digest_change();
create trigger kept_digests_no_truncate before truncate on kept_digests for each statement execute function refuse_kept_digest_change();

-- What readers of other languages call the place of a login; under the hash of the rows that have it.
alter table "login_logs" add column "city_names" jsonb;
create index "ix_login_logs_city_names_zh" on "login_logs" ((city_names ->> 'zh'));
create index "ix_login_logs_city_names_ja" on "login_logs" ((city_names ->> 'ja'));
