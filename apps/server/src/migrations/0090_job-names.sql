alter table "job_executions" add column "job_named" boolean not null default true;
alter table "jobs" add column "is_named" boolean not null default true;
-- What the server has called itself, as far as names tell.
update "jobs" set "is_named" = false where "name" ~ '^job-[0-9a-f]{12}$';
update "job_executions" set "job_named" = false where "job_name" ~ '^job-[0-9a-f]{12}$';
-- Whoever asked for access may see no more of an asset than its name: what tickets remember of it held its address.
update "tickets" set "rel_snapshot" = jsonb_set("rel_snapshot", '{apply_assets}',
  to_jsonb(regexp_replace("rel_snapshot" ->> 'apply_assets', '\([^()]*\)(, |$)', '\1', 'g')))
where "type" = 'apply_asset' and "rel_snapshot" ->> 'apply_assets' like '%(%';
