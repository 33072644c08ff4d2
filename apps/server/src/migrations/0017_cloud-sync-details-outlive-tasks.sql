alter table "sync_instance_details" alter column "task_id" drop not null;
alter table "sync_instance_details" drop constraint "fk_sync_instance_details_task_id";
alter table "sync_instance_details" add constraint "fk_sync_instance_details_task_id" foreign key ("task_id") references "sync_instance_tasks" (id) on delete set null;
