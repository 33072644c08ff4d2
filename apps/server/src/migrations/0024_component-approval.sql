alter table "bearer_tokens" add column "door_addr" text not null default '';
alter table "connection_tokens" add column "component_id" uuid;
alter table "terminals" add column "version" text not null default '';
alter table "terminals" add column "date_approved" timestamptz;
alter table "terminals" add column "date_revoked" timestamptz;
alter table "terminals" add column "approved_by" text;
alter table "terminals" add column "revoked_by" text;
create index "ix_connection_tokens_component_id" on "connection_tokens" ("component_id");

-- Components that were there before work on; whoever doubts one revokes it.
update "terminals" set "date_approved" = "date_created", "approved_by" = 'System';
