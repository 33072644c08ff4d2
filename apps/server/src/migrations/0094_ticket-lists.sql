drop index "ix_ticket_assignees_user_id_ticket_id_level";
alter table "ticket_assignees" add column "is_current" boolean not null default false;
alter table "ticket_assignees" add column "date_created" timestamptz not null default now();
update "ticket_assignees" a set "is_current" = a."level" = t."approval_step", "date_created" = t."date_created" from "tickets" t where t."id" = a."ticket_id";
alter table "ticket_assignees" alter column "is_current" drop default, alter column "date_created" drop default;
alter table "ticket_steps" add column "told" text not null default '';
-- What those were told who are asked now; of what is decided nobody knows any more.
update "ticket_steps" s set "told" = x."told" from (
  select ta."ticket_id", string_agg(a."name" || '(' || a."address" || ')', ', ' order by a."name") as "told"
  from "tickets" t join "ticket_assets" ta on ta."ticket_id" = t."id" join "assets" a on a."id" = ta."asset_id" where t."status" = 'open' group by 1
) x, "tickets" t where x."ticket_id" = s."ticket_id" and t."id" = s."ticket_id" and s."level" <= t."approval_step";
create index "ix_ticket_assignees_user_id_ticket_id_le_urrent_date_created" on "ticket_assignees" ("user_id", "ticket_id", "level", "is_current", "date_created");
create index "ix_ticket_steps_told_gin_trgm_ops" on "ticket_steps" using gin ("told" gin_trgm_ops);
create index "ix_tickets_date_created_id" on "tickets" ("date_created", "id") where state = 'pending';
create index "ix_tickets_apply_run_asset_chr_10_coales_assets_gin_trgm_ops" on "tickets" using gin ((apply_run_asset || chr(10) || coalesce(rel_snapshot ->> 'apply_login_asset', '') || chr(10) || coalesce(rel_snapshot ->> 'apply_assets', '')) gin_trgm_ops);
