create index "ix_ticket_assignees_user_id_ticket_id_level" on "ticket_assignees" ("user_id", "ticket_id", "level");
drop index "ix_ticket_assignees_user_id_ticket_id";
create index "ix_ticket_steps_processor_id_ticket_id" on "ticket_steps" ("processor_id", "ticket_id") where processor_id is not null;
