-- Commands are evidence: the owner of the tables removes them, and only those whose session retention has removed before, never below the floor.
create function clean_commands(keep_days integer) returns bigint language plpgsql security definer as $$
declare
  removed bigint;
begin
  if keep_days is null or keep_days < evidence_floor_days() then
    raise exception 'evidence is kept for at least % days', evidence_floor_days() using errcode = 'check_violation';
  end if;
  perform set_config('postern.retention', 'on', true);
  delete from commands c where c."timestamp" < extract(epoch from now() - make_interval(days => keep_days))
    and not exists (select 1 from sessions s where s.id::text = c.session);
  get diagnostics removed = row_count;
  perform set_config('postern.retention', 'off', true);
  return removed;
end
$$;

-- It runs with the rights of its owner, so no name in it may be found anywhere but here; temporary tables come last.
do $$
begin
  execute format('alter function clean_commands(integer) set search_path = pg_catalog, %I, pg_temp', current_schema());
end
$$;
revoke all on function clean_commands(integer) from public;
