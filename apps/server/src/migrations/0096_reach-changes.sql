-- Which transactions changed what people reach: what is kept of that is right until the next of them (decision 0154).
create table "reach_changes" (
  "xid" xid8 not null default pg_current_xact_id(),
  "org_id" uuid not null,
  "date_noted" timestamptz,
  primary key (xid, org_id)
);

-- Rows that have an organisation themselves.
create function note_reach() returns trigger language plpgsql as $$
begin
  insert into reach_changes (org_id) select distinct c.org_id from changed c on conflict do nothing;
  return null;
end
$$;

-- One row of them that has changed.
create function note_reach_of_row() returns trigger language plpgsql as $$
begin
  insert into reach_changes (org_id) select distinct o.org_id from (values (old.org_id), (new.org_id)) o(org_id) on conflict do nothing;
  return null;
end
$$;

-- Links, by what has the organisation: its table, and the column that names it. Where that has gone as well, it was noted itself.
create function note_reach_of_link() returns trigger language plpgsql as $$
begin
  execute format('insert into reach_changes (org_id) select distinct o.org_id from changed c join %I o on o.id = c.%I on conflict do nothing',
    tg_argv[0], tg_argv[1]);
  return null;
end
$$;

create trigger assets_reach_added after insert on assets
  referencing new table as changed for each statement execute function note_reach();
create trigger assets_reach_removed after delete on assets
  referencing old table as changed for each statement execute function note_reach();
-- Lists are in the order of these.
create trigger assets_reach_changed after update of org_id, name, address on assets for each row
  when ((old.org_id, old.name, old.address) is distinct from (new.org_id, new.name, new.address))
  execute function note_reach_of_row();

create trigger nodes_reach_added after insert on nodes
  referencing new table as changed for each statement execute function note_reach();
create trigger nodes_reach_changed after update on nodes
  referencing new table as changed for each statement execute function note_reach();
create trigger nodes_reach_removed after delete on nodes
  referencing old table as changed for each statement execute function note_reach();

-- New ones reach nothing before they name something. Those that go take their links along.
create trigger asset_permissions_reach_changed after update of org_id, is_active, date_start, date_expired on asset_permissions for each row
  when ((old.org_id, old.is_active, old.date_start, old.date_expired) is distinct from (new.org_id, new.is_active, new.date_start, new.date_expired))
  execute function note_reach_of_row();
create trigger asset_permissions_reach_removed after delete on asset_permissions
  referencing old table as changed for each statement execute function note_reach();

do $$
declare
  link record;
begin
  for link in select * from (values
    ('asset_nodes', 'nodes', 'node_id'),
    ('asset_permission_users', 'asset_permissions', 'permission_id'),
    ('asset_permission_groups', 'asset_permissions', 'permission_id'),
    ('asset_permission_assets', 'asset_permissions', 'permission_id'),
    ('asset_permission_nodes', 'asset_permissions', 'permission_id'),
    ('user_group_members', 'user_groups', 'group_id')) x(name, owner, via) loop
    execute format('create trigger %I after insert on %I referencing new table as changed for each statement
      execute function note_reach_of_link(%L, %L)', link.name || '_reach_added', link.name, link.owner, link.via);
    execute format('create trigger %I after update on %I referencing new table as changed for each statement
      execute function note_reach_of_link(%L, %L)', link.name || '_reach_changed', link.name, link.owner, link.via);
    execute format('create trigger %I after delete on %I referencing old table as changed for each statement
      execute function note_reach_of_link(%L, %L)', link.name || '_reach_removed', link.name, link.owner, link.via);
  end loop;
end
$$;
