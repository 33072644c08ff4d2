alter table "asset_permissions" add column "forward_to" jsonb not null default '[]'::jsonb;
