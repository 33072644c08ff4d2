alter table "task_runs" add column "worker" text;
alter table "task_runs" add column "lease" timestamptz;
alter table "task_runs" add column "attempts" integer not null default 0;
alter table "task_runs" add column "done" integer not null default 0;
alter table "task_runs" add column "total" integer;
alter table "task_runs" add column "date_cancelled" timestamptz;
-- What was under way goes on: the next sweep hands it out, and it finds what it has done.
update task_runs set lease = now(), attempts = 1 where state = 'RUNNING' and not is_finished;
-- Runs of features whose task run has ended or is gone were waiting to be told so.
update automation_executions e set status = 'failed', date_finished = now(), sealed_secret = null
  where status in ('pending', 'running') and not exists (select from task_runs r where r.id = e.id and not r.is_finished);
update account_backup_executions e set status = 'failed', date_finished = now(), failure = '{"code": "lost"}'
  where status in ('pending', 'running') and not exists (select from task_runs r where r.id = e.id and not r.is_finished);
update sync_instance_task_executions e set status = 0, date_sync = now()
  where status = 2 and not exists (select from task_runs r where r.id = e.id and not r.is_finished);
alter table "account_backup_executions" drop column "lease";
alter table "automation_executions" drop column "lease";
alter table "sync_instance_task_executions" drop column "lease";
