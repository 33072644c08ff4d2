create table "audit_feed" (
  "id" bigint generated always as identity primary key,
  "log" text not null,
  "row_id" text not null,
  "event" text not null default '',
  "seq" bigint,
  "date_made" timestamptz not null default now()
);
create table "audit_feed_heads" (
  "log" text primary key,
  "seq" bigint not null default 0
);
create table "audit_receivers" (
  "id" uuid primary key,
  "name" text not null,
  "type" text not null,
  "address" text not null,
  "token" text,
  "ca" text not null default '',
  "events" integer not null default 127,
  "error" text not null default '',
  "comment" text not null default '',
  "is_active" boolean not null default true,
  "date_sent" timestamptz,
  "date_failed" timestamptz,
  "holder" uuid,
  "lease" timestamptz,
  "failures" integer not null default 0,
  "date_next" timestamptz,
  "created_by" text not null default '',
  "updated_by" text not null default '',
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now()
);
create table "audit_receiver_cursors" (
  "receiver_id" uuid not null,
  "log" text not null,
  "seq" bigint not null,
  primary key (receiver_id, log),
  foreign key (receiver_id) references audit_receivers (id) on delete cascade
);
create index "ix_audit_feed_log_seq" on "audit_feed" ("log", "seq");
create index "ix_audit_feed_id" on "audit_feed" ("id") where seq is null;
create unique index "ux_audit_receivers_name" on "audit_receivers" ("name");
create index "ix_audit_receivers_name_gin_trgm_ops" on "audit_receivers" using gin ("name" gin_trgm_ops);
create index "ix_audit_receivers_address_gin_trgm_ops" on "audit_receivers" using gin ("address" gin_trgm_ops);
create unique index "ux_audit_receivers_type_address" on "audit_receivers" ("type", "address");

insert into audit_feed_heads (log) values ('sessions'), ('commands'), ('ftp_logs'), ('task_runs');

-- Logs without numbers of their own are noted for receivers in the transaction of what happened, whoever wrote it and by whichever
-- way; while nobody receives, nothing is noted (decision 0097).
create function feed_audit_row() returns trigger language plpgsql as $$
begin
  if exists (select from audit_receivers) then
    insert into audit_feed (log, row_id, event) values (tg_table_name, new.id, coalesce(tg_argv[0], ''));
  end if;
  return null;
end
$$;
create trigger commands_fed after insert on commands for each row execute function feed_audit_row();
create trigger ftp_logs_fed after insert on ftp_logs for each row execute function feed_audit_row();
create trigger sessions_started_fed after insert on sessions for each row execute function feed_audit_row('start');
create trigger sessions_stored_fed after insert on sessions for each row when (new.is_finished) execute function feed_audit_row('end');
create trigger sessions_ended_fed after update of is_finished on sessions
  for each row when (new.is_finished and not old.is_finished) execute function feed_audit_row('end');
create trigger task_runs_fed after update of is_finished on task_runs
  for each row when (new.is_finished and not old.is_finished) execute function feed_audit_row();
