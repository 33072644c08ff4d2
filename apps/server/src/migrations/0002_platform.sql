-- What the generator cannot say about the platform's tables.

-- Sets of ids live five minutes; losing them in a crash costs a click.
alter table id_sets set unlogged;

-- Log rows are written once. Retention removes the oldest, through trimChain() only, which says so in this setting.
create function refuse_log_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('postern.retention', true) = 'on' then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end
$$;

create trigger operate_logs_append_only before update or delete on operate_logs for each row execute function refuse_log_change();
create trigger operate_logs_no_truncate before truncate on operate_logs for each statement execute function refuse_log_change();
create trigger login_logs_append_only before update or delete on login_logs for each row execute function refuse_log_change();
create trigger login_logs_no_truncate before truncate on login_logs for each statement execute function refuse_log_change();
