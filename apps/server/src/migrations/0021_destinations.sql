alter table "accounts" add column "destination" jsonb;
alter table "accounts" add column "destination_vouched" boolean not null default false;
alter table "assets" add column "host_keys_forgotten" integer not null default 0;

-- What is there was meant for where it is: the expression is that of features/destinations/destination.ts.
update "accounts" x set "destination_vouched" = true, "destination" = n.now from (
  select c.id, jsonb_build_object('address', a.address,
      'protocols', (select coalesce(jsonb_object_agg(one->>'name', coalesce((one->>'port')::int, 0)), '{}'::jsonb)
        from jsonb_array_elements(case jsonb_typeof(a.protocols) when 'array' then a.protocols else '[]'::jsonb end) one),
      'platform', p.id,
      'platform_settings', encode(sha256(convert_to(jsonb_build_array(p.type, p.protocols, coalesce(p.automation, '{}'::jsonb) - 'id',
        p.su_enabled, p.su_method, p.domain_enabled)::text, 'UTF8')), 'hex'),
      'domain', case when a.domain_id is null or (
          select count(*) from assets g join platforms k on k.id = g.platform_id where g.domain_id = a.domain_id and k.name = 'Gateway') = 0
        then '' else a.domain_id::text end,
      'entry', encode(sha256(convert_to(jsonb_build_array(a.use_ssl, a.allow_invalid_cert, a.ca_cert, a.autofill, a.username_selector,
        a.password_selector, a.submit_selector, a.script, a.proxy, a.custom_info)::text, 'UTF8')), 'hex'),
      'host_keys', a.host_keys_forgotten)
    || jsonb_strip_nulls(jsonb_build_object('secret_type', c.secret_type, 'su_from', c.su_from_id)) as now
  from "accounts" c join "assets" a on a.id = c.asset_id join "platforms" p on p.id = a.platform_id
) n where x.id = n.id;
