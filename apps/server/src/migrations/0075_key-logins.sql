alter table "bearer_tokens" add column "ssh_key_id" uuid;
