alter table "jobs" add column "notify" text not null default 'always';
