import { type Context, found, holds } from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';

/**
 * Where the secret of an account is sent, and whether somebody stands for it (docs/decisions/0067). Each account keeps the
 * place that its secret was meant for. It is compared with the place of now whenever the secret is to be used, so that no way
 * of changing an asset, its platform or its domain can be forgotten: what nobody carried over does not fit any more.
 */

/** Everything about an asset that decides where a secret goes and who can read it on the way. */
export type Part = 'address' | 'protocols' | 'platform' | 'platform_settings' | 'domain' | 'entry' | 'host_keys';
/** The same of an account: how its secret is sent, and into whose shell it is typed. */
export type AccountPart = 'secret_type' | 'su_from';

const digest = (of: RawBuilder<unknown>): RawBuilder<string> => sql<string>`encode(sha256(convert_to(${of}::text, 'UTF8')), 'hex')`;

/** Settings of a platform that decide what is done with a secret; alias `p`. */
const platformSettings = digest(sql`jsonb_build_array(p.type, p.protocols, coalesce(p.automation, '{}'::jsonb) - 'id', p.su_enabled,
  p.su_method, p.domain_enabled)`);

/** Trust in the other end of TLS, the form that a password is typed into, and the proxy in between. */
const entry = digest(sql`jsonb_build_array(a.use_ssl, a.allow_invalid_cert, a.ca_cert, a.autofill, a.username_selector,
  a.password_selector, a.submit_selector, a.script, a.proxy, a.custom_info)`);

const gatewaysIn = (domain: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  select count(*) from assets g join platforms k on k.id = g.platform_id where g.domain_id = ${domain} and k.name = 'Gateway')`;

/** A domain is a way in once it has a gateway; without one its assets are reached directly. */
const wayIn = sql`case when a.domain_id is null or ${gatewaysIn(sql`a.domain_id`)} = 0 then '' else a.domain_id::text end`;

/** Place of an asset now; aliases `a` and `p`. The statement that filled it first is migration 0021. */
const place = sql`jsonb_build_object('address', a.address,
  'protocols', (select coalesce(jsonb_object_agg(one->>'name', coalesce((one->>'port')::int, 0)), '{}'::jsonb)
    from jsonb_array_elements(case jsonb_typeof(a.protocols) when 'array' then a.protocols else '[]'::jsonb end) one),
  'platform', p.id, 'platform_settings', ${platformSettings}, 'domain', ${wayIn}, 'entry', ${entry},
  'host_keys', a.host_keys_forgotten)`;

/** Destination of an account now; aliases `a`, `p` and `c`. No account to switch from is no other place. */
export const destinationNow = sql`(${place} || jsonb_strip_nulls(jsonb_build_object('secret_type', c.secret_type, 'su_from', c.su_from_id)))`;

/** The secret was meant for the place it would go to now. A protocol that went is no new place, hence the containment. */
const fits = sql<boolean>`coalesce(c.destination @> ${destinationNow}, false)`;

/** Somebody who may see the secret stands for where it goes. */
export const vouched = sql<boolean>`(c.destination_vouched and ${fits})`;

/**
 * The account may not be used; aliases `a`, `p` and `c`. An account without a secret sends none. All that goes to a domain goes
 * through its gateways, so there a secret of one's own is not enough.
 */
export const held = sql<boolean>`(case when p.name = 'Gateway' then not ${vouched} else c.secret is not null and not ${fits} end)`;

/** Accounts with where they belong, for the conditions above. */
export const placed = sql`accounts c join assets a on a.id = c.asset_id join platforms p on p.id = a.platform_id`;

/** May say where secrets go: a person who may see them. The system does what others told it to. */
export const mayVouch = (ctx: Context): boolean => ctx.actor.kind === 'user' && holds(ctx.actor, ['accounts.view_accountsecret']);

/** Accounts for which the actor's word counts; alias `c`. Rights are held in the organisation of the request. */
const within = (ctx: Context): RawBuilder<boolean> =>
  ctx.actor.superuser || ctx.org.isRoot ? sql<boolean>`true` : sql<boolean>`c.org_id = ${ctx.org.id}`;

/**
 * Somebody changed parts of the place of some assets. If they may see the secrets there, these are meant for it now; other
 * parts that nobody confirmed stay so.
 */
export async function assetsMoved(ctx: Context, assetIds: readonly string[], parts: readonly Part[]): Promise<void> {
  if (!mayVouch(ctx) || assetIds.length === 0 || parts.length === 0) return;
  await carry(ctx, sql<boolean>`a.id = any(${[...assetIds]}::uuid[])`, parts);
}

/** Puts some parts of the place of now into destinations that are known. */
async function carry(ctx: Context, which: RawBuilder<boolean>, parts: readonly (Part | AccountPart)[]): Promise<void> {
  await sql`
    update accounts x set destination = x.destination || (
      select coalesce(jsonb_object_agg(one.key, one.value), '{}'::jsonb) from jsonb_each(n.now) one where one.key = any(${[...parts]}::text[]))
    from (select c.id, ${destinationNow} as now from ${placed} where ${which} and ${within(ctx)} and c.destination is not null) n
    where x.id = n.id`.execute(ctx.tx);
}

/**
 * Somebody who may see the secrets gave domains their first gateway (`added`), or took the last one: their assets are reached
 * through it from now on, or directly.
 */
export async function gatewaysMoved(ctx: Context, domainIds: readonly string[], added: boolean): Promise<void> {
  if (!mayVouch(ctx) || domainIds.length === 0) return;
  const was = added ? sql`''` : sql`a.domain_id::text`;
  const which = sql<boolean>`a.domain_id = any(${[...domainIds]}::uuid[]) and p.name <> 'Gateway'
    and c.destination->>'domain' = ${was} and ${gatewaysIn(sql`a.domain_id`)} = ${added ? 1 : 0}`;
  await carry(ctx, which, ['domain']);
}

/** Digests of the settings of platforms, before they are changed. */
export async function platformsBefore(ctx: Context, id?: unknown): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; settings: string }>`
    select p.id, ${platformSettings} as settings from platforms p ${id === undefined ? sql`` : sql`where p.id = ${id}`}`.execute(ctx.tx);
  return new Map(rows.map((row) => [row.id, row.settings]));
}

/** Platforms were changed by somebody who may see the secrets, or by a new version of Postern (`trusted`). */
export async function platformsMoved(ctx: Context, before: ReadonlyMap<number, string>, trusted = mayVouch(ctx)): Promise<void> {
  if (!trusted) return;
  for (const [id, now] of await platformsBefore(ctx)) {
    const was = before.get(id);
    if (was === undefined || was === now) continue;
    await sql`update accounts c set destination = jsonb_set(c.destination, '{platform_settings}', to_jsonb(${now}::text))
      where c.destination @> jsonb_build_object('platform', ${id}::int, 'platform_settings', ${was}::text) and ${within(ctx)}`.execute(
      ctx.tx,
    );
  }
}

/** How an account was written, as far as its destination goes. */
export interface AccountWrite {
  id: string;
  verb: 'create' | 'update';
  /** Where a secret that came with the write is from; undefined when none came. */
  secret: 'given' | 'template' | undefined;
  /** What else changed about how it is sent. */
  parts: readonly AccountPart[];
}

/**
 * What a written account means for its destination: who gives a secret knows it and may send it where the account is now; who takes
 * it from a template has to be allowed to see that one.
 */
export async function accountWritten(ctx: Context, { id, verb, secret, parts }: AccountWrite): Promise<void> {
  const which = sql<boolean>`c.id = ${id}`;
  if (mayVouch(ctx) || (secret === 'template' && holds(ctx.actor, ['accounts.view_accounttemplatesecret']))) {
    if (verb === 'create' || secret !== undefined) await mean(ctx, which, mayVouch(ctx) ? sql`true` : sql`false`);
    else if (parts.length > 0) await carry(ctx, which, parts);
    return;
  }
  if (secret === 'template') {
    await sql`update accounts set destination = null, destination_vouched = false where id = ${id}`.execute(ctx.tx);
    return;
  }
  if (verb === 'update' && secret === undefined) return;
  // What the system makes on a machine that somebody stands for is as good as what is there.
  const inherited = sql`exists (select 1 from accounts o where o.asset_id = c.asset_id and o.id <> c.id and o.destination_vouched
    and o.destination @> ${place})`;
  const kept = verb === 'update' ? vouched : ctx.actor.kind === 'system' ? inherited : sql`false`;
  await mean(ctx, which, kept);
}

/** The secrets of some accounts are meant for where they are now. */
async function mean(ctx: Context, which: RawBuilder<boolean>, vouch: RawBuilder<unknown>): Promise<void> {
  await sql`update accounts x set destination = n.now, destination_vouched = n.vouched
    from (select c.id, ${destinationNow} as now, ${vouch} as vouched from ${placed} where ${which}) n where x.id = n.id`.execute(ctx.tx);
}

/** Somebody with the right stands for where all accounts of an asset send their secrets now. */
export const confirmAll = (ctx: Context, assetId: string): Promise<void> =>
  mean(ctx, sql<boolean>`c.asset_id = ${assetId} and ${within(ctx)}`, sql`true`);

/** Those of some accounts that may not be used. One query, however many. */
export async function heldAmong(ctx: Context, accountIds: readonly string[]): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select c.id from ${placed} where c.id = any(${[...accountIds]}::uuid[]) and ${held}`.execute(ctx.tx);
  return new Set(rows.map(({ id }) => id));
}

/** Those of some assets that have an account which may not be used. One query, however many. */
export async function assetsHeld(ctx: Context, assetIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct c.asset_id as id from ${placed} where c.asset_id = any(${[...assetIds]}::uuid[]) and ${held}`.execute(ctx.tx);
  return new Set(rows.map(({ id }) => id));
}

/** Whether no account of an asset (alias `t`) is held, and whether an account (alias `t`) is not: for lists to show and to filter by. */
export const assetConfirmed = sql<boolean>`(not ${found(sql`from ${placed} where c.asset_id = t.id and ${held}`)})`;
export const accountConfirmed = sql<boolean>`(not ${found(sql`from ${placed} where c.id = t.id and ${held}`)})`;

/**
 * Runs `work` on one state of the database: an address that is changed to and fro must not be read in one state and judged in
 * the other. Inside a transaction the caller's isolation counts.
 */
export const inSnapshot = <T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> =>
  ctx.tx.isTransaction
    ? work(ctx)
    : ctx.tx
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((tx) => work({ ...ctx, tx }));
