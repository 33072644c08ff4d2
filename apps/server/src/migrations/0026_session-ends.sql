alter table "sessions" add column "end_params" jsonb not null default '{}'::jsonb;
alter table "sessions" add column "unread_lines" integer not null default 0;
