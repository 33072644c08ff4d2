-- What rules about attributes compare with (packages/resource/src/matcher.ts). Both are given what people wrote, so
-- neither may fail: text that is no address has none, and a pattern that cannot be read matches nothing.
create function address_of(given text) returns inet language plpgsql immutable strict parallel safe as $$
begin
  return given::inet;
exception when others then
  return null;
end
$$;

create function matches_pattern(given text, pattern text) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  return given ~ pattern;
exception when invalid_regular_expression then
  return false;
end
$$;
