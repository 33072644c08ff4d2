alter table "assets" add column "category" text not null default '';
create table "kept_counts" (
  "counted" text not null,
  "org_id" uuid not null,
  "part" integer not null,
  "n" bigint not null,
  "folded" boolean not null default false
);
create index "ix_assets_org_id_category_name" on "assets" ("org_id", "category", "name");
create index "ix_assets_category_name" on "assets" ("category", "name");
create index "ix_kept_counts_counted_org_id_part_n" on "kept_counts" ("counted", "org_id", "part", "n");
create index "ix_kept_counts_counted" on "kept_counts" ("counted") where not folded;
create index "ix_accounts_org_id_date_updated_desc_id" on "accounts" ("org_id", "date_updated" desc, "id");
create index "ix_assets_org_id_date_updated_desc_id" on "assets" ("org_id", "date_updated" desc, "id");
drop index "ix_assets_org_id_date_updated";

-- The category of an asset is that of its platform, whoever writes either.
create function category_of_platform() returns trigger language plpgsql as $$
begin
  new.category := coalesce((select category from platforms where id = new.platform_id), '');
  return new;
end
$$;
create trigger assets_category before insert or update of platform_id, category on assets for each row execute function category_of_platform();
create function category_to_assets() returns trigger language plpgsql as $$
begin
  update assets set category = new.category where platform_id = new.id;
  return null;
end
$$;
create trigger platforms_category after update of category on platforms
  for each row when (old.category is distinct from new.category) execute function category_to_assets();
update assets a set category = p.category from platforms p where p.id = a.platform_id;

-- Sums follow the tables in the transaction that writes there, by whichever way (decision 0156). The part of a row: the platform of an asset.
create function kept_part(which text) returns text language sql immutable as $$
  select case which when 'assets' then 'platform_id' else '0' end
$$;
-- All rows counted anew, in one statement: what is written meanwhile is neither counted nor taken away.
create function keep_count_again(which text) returns void language plpgsql as $$
begin
  execute format('with gone as (delete from kept_counts where counted = %1$L)
    insert into kept_counts (counted, org_id, part, n, folded) select %1$L, org_id, %2$s, count(*), true from %1$I group by 2, 3',
    which, kept_part(which));
end
$$;
do $$
declare
  which text;
begin
  foreach which in array array['assets', 'accounts'] loop
    execute format('create function %I() returns trigger language plpgsql as %L', 'keep_count_' || which, format(
      'begin insert into kept_counts (counted, org_id, part, n) select %L, org_id, %s, case tg_op when ''DELETE'' then -count(*) else count(*) end from changed group by 2, 3; return null; end',
      which, kept_part(which)));
    execute format('create trigger %I after insert on %I referencing new table as changed for each statement execute function %I()',
      which || '_counted', which, 'keep_count_' || which);
    execute format('create trigger %I after delete on %I referencing old table as changed for each statement execute function %I()',
      which || '_uncounted', which, 'keep_count_' || which);
    perform keep_count_again(which);
  end loop;
end
$$;
-- An asset on another platform moves from one sum to the other.
create function move_kept_asset() returns trigger language plpgsql as $$
begin
  insert into kept_counts (counted, org_id, part, n) values ('assets', old.org_id, old.platform_id, -1), ('assets', new.org_id, new.platform_id, 1);
  return null;
end
$$;
create trigger assets_moved after update of platform_id, org_id on assets
  for each row when (old.platform_id is distinct from new.platform_id or old.org_id is distinct from new.org_id) execute function move_kept_asset();
-- Accounts follow their asset.
create function move_kept_account() returns trigger language plpgsql as $$
begin
  insert into kept_counts (counted, org_id, part, n) values ('accounts', old.org_id, 0, -1), ('accounts', new.org_id, 0, 1);
  return null;
end
$$;
create trigger accounts_moved after update of org_id on accounts
  for each row when (old.org_id is distinct from new.org_id) execute function move_kept_account();
