-- An account without a name has been named after its username at every write; no row is expected here, and one that is gets the same.
update "accounts" set "name" = case when "username" = '' then "id"::text else "username" end where "name" is null;
alter table "accounts" alter column "name" set not null;
