create table "evidence_counts" (
  "log" text not null,
  "org_id" uuid not null,
  "hour" timestamptz not null,
  "n" bigint not null,
  "folded" boolean not null default false
);
create index "ix_commands_timestamp_desc" on "commands" ("timestamp" desc);
create index "ix_commands_risk_level_timestamp_desc" on "commands" ("risk_level", "timestamp" desc);
create index "ix_commands_user_text_pattern_ops_timestamp_desc" on "commands" ("user" text_pattern_ops, "timestamp" desc);
create index "ix_commands_asset_timestamp_desc" on "commands" ("asset", "timestamp" desc);
create index "ix_commands_account_timestamp_desc" on "commands" ("account", "timestamp" desc);
drop index "ix_commands_org_id_timestamp";
drop index "ix_commands_org_id_risk_level_timestamp_desc";
create index "ix_evidence_counts_log_org_id_hour_n" on "evidence_counts" ("log", "org_id", "hour", "n");
create index "ix_evidence_counts_log" on "evidence_counts" ("log") where not folded;
create index "ix_ftp_logs_date_start_desc" on "ftp_logs" ("date_start" desc);
create index "ix_login_logs_ip_datetime_desc" on "login_logs" ("ip", "datetime" desc);
create index "ix_login_logs_type_datetime_desc" on "login_logs" ("type", "datetime" desc);
create index "ix_login_logs_status_datetime_desc" on "login_logs" ("status", "datetime" desc);
create index "ix_login_logs_username_gin_trgm_ops" on "login_logs" using gin ("username" gin_trgm_ops);
create index "ix_login_logs_ip_gin_trgm_ops" on "login_logs" using gin ("ip" gin_trgm_ops);
create index "ix_login_logs_city_gin_trgm_ops" on "login_logs" using gin ("city" gin_trgm_ops);
create index "ix_operate_logs_user_text_datetime_desc" on "operate_logs" ("user_text", "datetime" desc);
create index "ix_operate_logs_action_datetime_desc" on "operate_logs" ("action", "datetime" desc);
create index "ix_operate_logs_remote_addr_datetime_desc" on "operate_logs" ("remote_addr", "datetime" desc);
create index "ix_operate_logs_resource_gin_trgm_ops" on "operate_logs" using gin ("resource" gin_trgm_ops);
create index "ix_operate_logs_user_text_gin_trgm_ops" on "operate_logs" using gin ("user_text" gin_trgm_ops);
create index "ix_sessions_date_start_desc_nulls_last" on "sessions" ("date_start" desc nulls last);
create index "ix_sessions_org_id_date_start_desc_nulls_last" on "sessions" ("org_id", "date_start" desc nulls last);
create index "ix_sessions_org_id_is_finished_date_start_desc_nulls_last" on "sessions" ("org_id", "is_finished", "date_start" desc nulls last);
drop index "ix_sessions_org_id_date_start";
drop index "ix_sessions_org_id_is_finished_date_start_desc";

-- Sums by organisation and hour follow the logs in the transaction that writes there, whoever writes and by whichever way (decision 0106). Of a
-- table: its organisation and its time, as expressions over a row.
create function counted_columns(which text, out org text, out hour text) language sql immutable as $$
  select case which when 'login_logs' then '''00000000-0000-0000-0000-000000000000''::uuid' else 'org_id' end,
    'date_trunc(''hour'', ' || case which
      when 'commands' then 'to_timestamp("timestamp")'
      when 'login_logs' then 'datetime'
      when 'operate_logs' then 'datetime'
      else 'coalesce(date_start, ''-infinity'')' end || ', ''UTC'')'
$$;
-- All rows of a log counted anew, in one statement: what is written meanwhile is neither counted nor taken away.
create function count_evidence_again(which text) returns void language plpgsql as $$
declare
  made record;
begin
  made := counted_columns(which);
  execute format('with gone as (delete from evidence_counts where log = %1$L)
    insert into evidence_counts (log, org_id, hour, n, folded) select %1$L, %2$s, %3$s, count(*), true from %1$I group by 2, 3',
    which, made.org, made.hour);
end
$$;
-- A function for each log, whose one statement is planned once for each connection and not for each row that is written.
do $$
declare
  which text;
  made record;
begin
  foreach which in array array['sessions', 'commands', 'ftp_logs', 'operate_logs', 'login_logs'] loop
    made := counted_columns(which);
    execute format('create function %I() returns trigger language plpgsql as %L', 'count_' || which, format(
      'begin insert into evidence_counts (log, org_id, hour, n) select %L, %s, %s, case tg_op when ''DELETE'' then -count(*) else count(*) end from changed group by 2, 3; return null; end',
      which, made.org, made.hour));
    execute format('create trigger %I after insert on %I referencing new table as changed for each statement execute function %I()',
      which || '_counted', which, 'count_' || which);
    execute format('create trigger %I after delete on %I referencing old table as changed for each statement execute function %I()',
      which || '_uncounted', which, 'count_' || which);
    perform count_evidence_again(which);
  end loop;
end
$$;
