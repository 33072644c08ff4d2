-- Patterns that people write are matched by RE2 in the server (packages/pattern); this engine could be made to try for years.
drop function matches_pattern(text, text);

-- With which dialect the patterns of rules were looked through (features/acls/pattern-check.ts).
create table "pattern_checks" (
  "dialect" text primary key,
  "date_checked" timestamptz not null
);
