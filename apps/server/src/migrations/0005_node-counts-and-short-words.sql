-- Pairs of neighbouring characters, folded: what finds words of two characters, which trigrams cannot (packages/resource/src/query.ts).
create function bigrams(words text) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(distinct substr(lower(words), at, 2)) from generate_series(1, char_length(words) - 1) as at
$$;

create index "ix_assets_bigrams_name_bigrams_address_bigrams_comment" on "assets" using gin (bigrams("name"), bigrams("address"), bigrams("comment"));

create table "node_count_marks" (
  "id" bigserial primary key,
  "node_id" uuid not null
);
create table "node_counts" (
  "node_id" uuid primary key,
  "amount" integer not null
);

-- Whatever changes the links of assets and nodes leaves a mark in the same transaction, cascades and imports included.
create function mark_node_counts() returns trigger language plpgsql as $$
begin
  insert into node_count_marks (node_id) select distinct changed.node_id from changed;
  return null;
end
$$;

create trigger asset_nodes_added after insert on asset_nodes
  referencing new table as changed for each statement execute function mark_node_counts();
create trigger asset_nodes_removed after delete on asset_nodes
  referencing old table as changed for each statement execute function mark_node_counts();

-- Everything there is has still to be counted.
insert into node_count_marks (node_id) select id from nodes;
