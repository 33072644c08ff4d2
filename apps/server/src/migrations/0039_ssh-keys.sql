create table "ssh_keys" (
  "id" uuid primary key,
  "name" text not null,
  "fingerprint" text not null default '',
  "key_type" text not null default '',
  "last_used_from" text not null default '',
  "comment" text not null default '',
  "is_active" boolean not null default true,
  "date_last_used" timestamptz,
  "date_created" timestamptz not null default now(),
  "date_updated" timestamptz not null default now(),
  "user_id" uuid not null references users (id) on delete cascade,
  "line" text not null,
  "of_profile" boolean not null default false,
  "created_by" text not null default '',
  "updated_by" text not null default ''
);
create index "ix_ssh_keys_date_created" on "ssh_keys" ("date_created");
create unique index "ux_ssh_keys_user_id_fingerprint" on "ssh_keys" ("user_id", "fingerprint");
-- The one key that everybody could have becomes one of several, and stays the one that `public_key` of a person means. Only
-- lines that could be read were ever stored; padding that was left out is put back, which decode() wants.
insert into ssh_keys (id, user_id, name, line, fingerprint, key_type, of_profile, created_by, updated_by)
select gen_random_uuid(), k.user_id, coalesce(nullif(left(array_to_string(k.words[3:], ' '), 128), ''), 'Default'),
  array_to_string(array[k.words[1], k.padded] || k.words[3:], ' '),
  'SHA256:' || rtrim(encode(sha256(decode(k.padded, 'base64')), 'base64'), '='),
  k.words[1], true, k.author, k.author
from (
  select w.user_id, w.author, w.words, rpad(w.bare, (length(w.bare) + 3) / 4 * 4, '=') as padded
  from (
    select u.id as user_id, u.name as author, p.words, rtrim(p.words[2], '=') as bare
    from users u cross join lateral (
      select regexp_split_to_array(regexp_replace(u.public_key, '^\s+|\s+$', '', 'g'), '\s+') as words
    ) p
    where u.public_key is not null
  ) w
  where w.bare ~ '^[A-Za-z0-9+/]+$' and length(w.bare) % 4 <> 1
) k;
alter table "users" drop column "public_key";
