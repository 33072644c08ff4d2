create table "component_loads" (
  "terminal_id" uuid not null,
  "moment" timestamptz not null,
  "cpu_load" double precision not null,
  "memory_used" double precision not null,
  "disk_used" double precision not null,
  "session_online" integer not null,
  primary key (terminal_id, moment),
  foreign key (terminal_id) references terminals (id) on delete cascade
);
