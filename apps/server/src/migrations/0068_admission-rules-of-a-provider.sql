alter table "admission_rules" add column "provider" text not null default '';
