create table "command_retries" (
  "command_id" uuid primary key,
  "storage_id" uuid not null,
  "tries" integer not null default 1,
  "date_next" timestamptz not null,
  "error" text not null default '',
  foreign key (storage_id) references command_storages (id) on delete cascade
);
create table "command_shippers" (
  "storage_id" uuid primary key,
  "holder" uuid,
  "lease" timestamptz,
  "failures" integer not null default 0,
  "date_next" timestamptz,
  "error" text not null default '',
  "date_sent" timestamptz,
  foreign key (storage_id) references command_storages (id) on delete cascade
);
alter table "commands" add column "storage_id" uuid;
create index "ix_audit_feed_row_id" on "audit_feed" ("row_id") where log = 'commands';
create index "ix_command_retries_storage_id" on "command_retries" ("storage_id");
create index "ix_commands_storage_id_id" on "commands" ("storage_id", "id") where storage_id is not null;

-- A command that was meant for another storage when it was written down leaves the table once that storage has confirmed it (decision 0104).
-- The owner of the table removes it; what was meant to stay goes by retention only, whoever asks. What audit receivers have not heard of stays.
create function hand_over_commands(storage uuid, ids uuid[]) returns bigint language plpgsql security definer as $$
declare
  removed bigint;
begin
  if not exists (select from command_storages s where s.id = storage and s.type = 'es') then
    raise exception 'commands are handed over to a command storage only' using errcode = 'check_violation';
  end if;
  perform set_config('postern.retention', 'on', true);
  delete from commands c where c.id = any(ids) and c.storage_id = storage
    and not (exists (select from audit_receivers)
      and exists (select from audit_feed f where f.log = 'commands' and f.row_id = c.id::text));
  get diagnostics removed = row_count;
  perform set_config('postern.retention', 'off', true);
  return removed;
end
$$;

-- It runs with the rights of its owner, so no name in it may be found anywhere but here; temporary tables come last.
do $$
begin
  execute format('alter function hand_over_commands(uuid, uuid[]) set search_path = pg_catalog, %I, pg_temp', current_schema());
end
$$;
revoke all on function hand_over_commands(uuid, uuid[]) from public;
