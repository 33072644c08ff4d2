alter table "component_status" add column "address" text;
alter table "component_status" add column "sealed_pass" text;
