-- What people do about themselves, and who hears what the system says (decision 0107).
create table "system_msg_subscriptions" (
  "message_type" text primary key,
  "users" jsonb,
  "groups" jsonb not null default '[]',
  "receive_backends" jsonb not null
);
