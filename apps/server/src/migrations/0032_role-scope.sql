-- Whoever makes a role says what it is for; a role that nobody placed must not become one of organisations by itself.
alter table roles alter column scope drop default;
