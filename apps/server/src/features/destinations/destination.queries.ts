import { text } from '@postern/contract/text';
import { derived, found } from '@postern/resource';
import { type Expression, type RawBuilder, sql } from 'kysely';

/**
 * Where the secret of an account is sent, and whether somebody stands for it (docs/decisions/0067). Each account keeps the
 * place that its secret was meant for. It is compared with the place of now whenever the secret is to be used, so that no way
 * of changing an asset, its platform or its domain can be forgotten: what nobody carried over does not fit any more.
 */

/** What an account's secret was meant for, or would go to now: parts by name. */
export type Destination = Readonly<Record<string, unknown>>;

const digest = (of: Expression<unknown>): RawBuilder<string> => sql<string>`encode(sha256(convert_to(${of}::text, 'UTF8')), 'hex')`;

/** Settings of a platform that decide what is done with a secret; alias `p`. */
export const platformSettings = digest(sql`jsonb_build_array(p.type, p.protocols, coalesce(p.automation, '{}'::jsonb) - 'id', p.su_enabled,
  p.su_method, p.domain_enabled)`);

/** Trust in the other end of TLS, the form that a password is typed into, and the proxy in between. */
const entry = digest(sql`jsonb_build_array(a.use_ssl, a.allow_invalid_cert, a.ca_cert, a.autofill, a.username_selector,
  a.password_selector, a.submit_selector, a.script, a.proxy, a.custom_info)`);

/** How many gateways a domain has. */
export const gatewaysIn = (domain: Expression<unknown>): RawBuilder<number> => sql<number>`(
  select count(*) from assets g join platforms k on k.id = g.platform_id where g.domain_id = ${domain} and k.name = 'Gateway')`;

/** A domain is a way in once it has a gateway; without one its assets are reached directly. */
const wayIn = sql`case when a.domain_id is null or ${gatewaysIn(sql`a.domain_id`)} = 0 then '' else a.domain_id::text end`;

/** Place of an asset now; aliases `a` and `p`. The statement that filled it first is migration 0021. */
export const place = sql<Destination>`jsonb_build_object('address', a.address,
  'protocols', (select coalesce(jsonb_object_agg(one->>'name', coalesce((one->>'port')::int, 0)), '{}'::jsonb)
    from jsonb_array_elements(case jsonb_typeof(a.protocols) when 'array' then a.protocols else '[]'::jsonb end) one),
  'platform', p.id, 'platform_settings', ${platformSettings}, 'domain', ${wayIn}, 'entry', ${entry},
  'host_keys', a.host_keys_forgotten)`;

/** Destination of an account now; aliases `a`, `p` and `c`. No account to switch from is no other place. */
export const destinationNow = sql<Destination>`(${place} || jsonb_strip_nulls(jsonb_build_object('secret_type', c.secret_type, 'su_from', c.su_from_id)))`;

/** The secret was meant for the place it would go to now. A protocol that went is no new place, hence the containment. */
const fits = sql<boolean>`coalesce(c.destination @> ${destinationNow}, false)`;

/** Somebody who may see the secret stands for where it goes. */
export const vouched = sql<boolean>`(c.destination_vouched and ${fits})`;

/**
 * The account may not be used; aliases `a`, `p` and `c`. An account without a secret sends none. All that goes to a domain goes
 * through its gateways, so there a secret of one's own is not enough.
 */
export const unconfirmed = sql<boolean>`(case when p.name = 'Gateway' then not ${vouched} else c.secret is not null and not ${fits} end)`;

/** Accounts with where they belong, for the conditions above. */
export const placed = sql`accounts c join assets a on a.id = c.asset_id join platforms p on p.id = a.platform_id`;

/** Whether no account of an asset (alias `t`) is unconfirmed, and whether an account (alias `t`) is not: for lists to show and to filter by. */
export const assetConfirmed = sql<boolean>`(not ${found(sql`from ${placed} where c.asset_id = t.id and ${unconfirmed}`)})`;
export const accountConfirmed = sql<boolean>`(not ${found(sql`from ${placed} where c.id = t.id and ${unconfirmed}`)})`;

/** One of the two as a field. */
export const confirmedField = (confirmed: typeof assetConfirmed) =>
  derived({
    label: text('Destination confirmed', '目标已确认', '送信先の確認'),
    type: 'boolean',
    unexported: true,
    filter: true,
    order: false,
    expression: () => confirmed,
  });
