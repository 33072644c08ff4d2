alter table "labels" add column "color" text not null default '';
alter table "labels" add column "warning" text not null default '';
