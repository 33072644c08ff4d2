create table "audit_anchor_targets" (
  "target" text primary key,
  "last_id" bigint not null default 0,
  "date_sent" timestamptz,
  "error" text not null default '',
  "date_failed" timestamptz
);
create table "audit_anchors" (
  "id" bigint generated always as identity primary key,
  "chain" text not null,
  "seq" bigint not null,
  "hash" text not null,
  "date_made" timestamptz not null,
  "signature" text not null
);
create table "audit_segments" (
  "chain" text not null,
  "first_seq" bigint not null,
  "last_seq" bigint not null,
  "prev_hash" text not null,
  "hash" text not null,
  "last_at" timestamptz not null,
  "date_sealed" timestamptz not null default now(),
  "date_removed" timestamptz,
  primary key (chain, first_seq)
);

-- What retention has removed so far becomes a segment like those that follow.
insert into audit_segments (chain, first_seq, last_seq, prev_hash, hash, last_at, date_removed)
  select name, 1, anchor_seq, repeat('0', 64), anchor_hash, now(), now() from audit_chains where anchor_seq > 0;
alter table audit_chains drop column anchor_seq, drop column anchor_hash;
insert into audit_chains (name, hash) values ('operate_logs', repeat('0', 64)), ('login_logs', repeat('0', 64)) on conflict do nothing;

-- The least time for which evidence is kept, here and in packages/contract/src/settings.ts (decision 0071).
create function evidence_floor_days() returns integer language sql immutable as 'select 180';
update settings set value = to_jsonb(evidence_floor_days())
  where name in ('LOGIN_LOG_KEEP_DAYS', 'OPERATE_LOG_KEEP_DAYS', 'FTP_LOG_KEEP_DAYS', 'ACTIVITY_LOG_KEEP_DAYS', 'TERMINAL_SESSION_KEEP_DURATION')
    and jsonb_typeof(value) = 'number' and value::text::numeric < evidence_floor_days();

-- Processes run as a role without these rights. The triggers are for installations that have one role only.
create trigger activity_logs_append_only before update or delete on activity_logs for each row execute function refuse_log_change();
create trigger activity_logs_no_truncate before truncate on activity_logs for each statement execute function refuse_log_change();
create trigger commands_append_only before update or delete on commands for each row execute function refuse_log_change();
create trigger commands_no_truncate before truncate on commands for each statement execute function refuse_log_change();
create trigger audit_anchors_append_only before update or delete on audit_anchors for each row execute function refuse_log_change();
create trigger audit_anchors_no_truncate before truncate on audit_anchors for each statement execute function refuse_log_change();

create function refuse_segment_change() returns trigger language plpgsql as $$
begin
  if tg_op in ('INSERT', 'UPDATE') and current_setting('postern.retention', true) = 'on' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end
$$;
create trigger audit_segments_append_only before insert or update or delete on audit_segments
  for each row execute function refuse_segment_change();
create trigger audit_segments_no_truncate before truncate on audit_segments for each statement execute function refuse_segment_change();

-- The head of a chain goes forward, whoever moves it.
create function refuse_chain_reversal() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.name = old.name and new.seq >= old.seq then
    return new;
  end if;
  raise exception '% goes forward only', tg_table_name using errcode = 'integrity_constraint_violation';
end
$$;
create trigger audit_chains_forward before update or delete on audit_chains for each row execute function refuse_chain_reversal();
create trigger audit_chains_no_truncate before truncate on audit_chains for each statement execute function refuse_chain_reversal();

-- Writes down the digests of the days that are over. A row belongs to the day of the latest row up to it, so days never overlap.
create function seal_evidence(which text) returns integer language plpgsql security definer as $$
declare
  sealed bigint;
  tail text;
  made integer := 0;
  part record;
  head text;
begin
  if which not in ('operate_logs', 'login_logs') then
    raise exception '% is not chained', which using errcode = 'invalid_parameter_value';
  end if;
  perform pg_advisory_xact_lock(7015390113);
  select s.last_seq, s.hash into sealed, tail from audit_segments s where s.chain = which order by s.first_seq desc limit 1;
  sealed := coalesce(sealed, 0);
  tail := coalesce(tail, repeat('0', 64));
  perform set_config('postern.retention', 'on', true);
  for part in execute format($q$
    select min(seq) as first_seq, max(seq) as last_seq, count(*) as n, max(datetime) as last_at
    from (select seq, datetime, (max(datetime) over (order by seq) at time zone 'UTC')::date as day from %I where seq > $1) d
    where day < (now() at time zone 'UTC')::date group by day order by 1
  $q$, which) using sealed
  loop
    execute format('select prev_hash from %I where seq = $1', which) into head using part.first_seq;
    -- A digest over a hole would hide it.
    if part.first_seq <> sealed + 1 or part.n <> part.last_seq - sealed or head <> tail then
      raise exception '% is broken after row %', which, sealed using errcode = 'data_corrupted';
    end if;
    execute format('select hash from %I where seq = $1', which) into head using part.last_seq;
    insert into audit_segments (chain, first_seq, last_seq, prev_hash, hash, last_at)
      values (which, part.first_seq, part.last_seq, tail, head, part.last_at);
    sealed := part.last_seq;
    tail := head;
    made := made + 1;
  end loop;
  perform set_config('postern.retention', 'off', true);
  return made;
end
$$;

-- The one way in which evidence is removed: whole sealed days, the oldest first, never below the floor, by the clock of the database.
create function clean_evidence(which text, keep_days integer) returns table (from_seq bigint, to_seq bigint, removed bigint)
language plpgsql security definer as $$
declare
  part record;
  head text;
  cut timestamptz := now() - make_interval(days => keep_days);
begin
  if keep_days is null or keep_days < evidence_floor_days() then
    raise exception 'evidence is kept for at least % days', evidence_floor_days() using errcode = 'check_violation';
  end if;
  if which = 'activity_logs' then
    perform set_config('postern.retention', 'on', true);
    delete from activity_logs where datetime < cut;
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

-- They run with the rights of their owner, so no name in them may be found anywhere but here; temporary tables come last.
do $$
begin
  execute format('alter function seal_evidence(text) set search_path = pg_catalog, %I, pg_temp', current_schema());
  execute format('alter function clean_evidence(text, integer) set search_path = pg_catalog, %I, pg_temp', current_schema());
end
$$;
revoke all on function seal_evidence(text) from public;
revoke all on function clean_evidence(text, integer) from public;
