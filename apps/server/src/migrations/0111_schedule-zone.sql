alter table "account_backup_plans" add column "schedule_zone" text;
alter table "change_secret_automations" add column "schedule_zone" text;
alter table "gather_account_automations" add column "schedule_zone" text;
alter table "jobs" add column "schedule_zone" text;
alter table "push_account_automations" add column "schedule_zone" text;
alter table "sync_instance_tasks" add column "schedule_zone" text;
