create table "ticket_delegations" (
  "id" uuid primary key,
  "user_id" uuid not null references users (id) on delete cascade,
  "delegate_id" uuid not null references users (id) on delete cascade,
  "date_start" timestamptz not null,
  "date_end" timestamptz not null,
  "date_created" timestamptz not null default now()
);
alter table "ticket_steps" add column "for_id" uuid;
alter table "ticket_steps" add column "for_display" text not null default '';
alter table "tickets" add column "date_reminds" timestamptz;
alter table "tickets" add column "reminded" integer not null default 0;
create index "ix_ticket_delegations_user_id_date_end" on "ticket_delegations" ("user_id", "date_end");
create index "ix_ticket_delegations_delegate_id_date_end" on "ticket_delegations" ("delegate_id", "date_end");
create index "ix_tickets_status_date_reminds" on "tickets" ("status", "date_reminds");
-- Whoever is asked already is reminded as if asked now.
update "tickets" set "date_reminds" = now() + interval '1 day' where "status" = 'open' and "type" = 'apply_asset' and "date_lapses" > now() + interval '1 day';
