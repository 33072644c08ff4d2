create table "first_steps_away" (
  "user_id" uuid not null references users (id) on delete cascade,
  "org_id" uuid not null,
  primary key (user_id, org_id)
);
