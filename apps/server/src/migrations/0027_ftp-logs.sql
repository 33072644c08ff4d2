create table "ftp_logs" (
  "id" uuid primary key,
  "org_id" uuid not null,
  "user" text not null,
  "remote_addr" text,
  "asset" text not null,
  "account" text not null,
  "operate" text not null,
  "filename" text not null,
  "file_sha256" text,
  "is_success" boolean not null default true,
  "has_file" boolean not null default false,
  "date_start" timestamptz not null,
  "session_id" uuid not null
);
create index "ix_ftp_logs_user_gin_trgm_ops" on "ftp_logs" using gin ("user" gin_trgm_ops);
create index "ix_ftp_logs_org_id_remote_addr" on "ftp_logs" ("org_id", "remote_addr");
create index "ix_ftp_logs_asset_gin_trgm_ops" on "ftp_logs" using gin ("asset" gin_trgm_ops);
create index "ix_ftp_logs_account_gin_trgm_ops" on "ftp_logs" using gin ("account" gin_trgm_ops);
create index "ix_ftp_logs_filename_gin_trgm_ops" on "ftp_logs" using gin ("filename" gin_trgm_ops);
create index "ix_ftp_logs_org_id_is_success" on "ftp_logs" ("org_id", "is_success");
create index "ix_ftp_logs_org_id_date_start" on "ftp_logs" ("org_id", "date_start");
create index "ix_ftp_logs_session_id" on "ftp_logs" ("session_id");

-- The copy of a file comes after its row: whether there is one, and its digest, go forward once. Nothing else of a row changes.
create function refuse_ftp_log_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('postern.retention', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE'
    and to_jsonb(new) - 'has_file' - 'file_sha256' = to_jsonb(old) - 'has_file' - 'file_sha256'
    and (new.has_file or not old.has_file)
    and (old.file_sha256 is null or new.file_sha256 is not distinct from old.file_sha256) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end
$$;
create trigger ftp_logs_append_only before update or delete on ftp_logs for each row execute function refuse_ftp_log_change();
create trigger ftp_logs_no_truncate before truncate on ftp_logs for each statement execute function refuse_log_change();

-- As before, and rows of file transfers.
create or replace function clean_evidence(which text, keep_days integer) returns table (from_seq bigint, to_seq bigint, removed bigint)
language plpgsql security definer as $$
declare
  part record;
  head text;
  cut timestamptz := now() - make_interval(days => keep_days);
begin
  if keep_days is null or keep_days < evidence_floor_days() then
    raise exception 'evidence is kept for at least % days', evidence_floor_days() using errcode = 'check_violation';
  end if;
  if which in ('activity_logs', 'ftp_logs') then
    perform set_config('postern.retention', 'on', true);
    if which = 'ftp_logs' then
      delete from ftp_logs where date_start < cut;
    else
      delete from activity_logs where datetime < cut;
    end if;
    get diagnostics removed = row_count;
    perform set_config('postern.retention', 'off', true);
    return next;
    return;
  end if;
  perform seal_evidence(which);
  perform set_config('postern.retention', 'on', true);
  for part in select s.* from audit_segments s where s.chain = which and s.date_removed is null order by s.first_seq loop
    exit when part.last_at >= cut;
    execute format('select hash from %I where seq = $1', which) into head using part.last_seq;
    if head is distinct from part.hash then
      raise exception '% is broken at row %', which, part.last_seq using errcode = 'data_corrupted';
    end if;
    execute format('delete from %I where seq between $1 and $2', which) using part.first_seq, part.last_seq;
    get diagnostics removed = row_count;
    if removed <> part.last_seq - part.first_seq + 1 then
      raise exception '% is broken between rows % and %', which, part.first_seq, part.last_seq using errcode = 'data_corrupted';
    end if;
    update audit_segments s set date_removed = now() where s.chain = which and s.first_seq = part.first_seq;
    from_seq := part.first_seq;
    to_seq := part.last_seq;
    return next;
  end loop;
  perform set_config('postern.retention', 'off', true);
end
$$;
do $$
begin
  execute format('alter function clean_evidence(text, integer) set search_path = pg_catalog, %I, pg_temp', current_schema());
end
$$;
