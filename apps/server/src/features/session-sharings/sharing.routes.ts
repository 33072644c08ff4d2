import { randomUUID } from 'node:crypto';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import type { SettingsReader } from '@postern/contract/settings';
import { render, type Text, text } from '@postern/contract/text';
import { type Context, fetchRow, holds, type Kernel, noContent, ok, present, type Reply, type Route, shownFields } from '@postern/resource';
import { sql } from 'kysely';
import { z } from 'zod';
import { randomText, sameText } from '../../platform/auth/random.ts';
import { inEveryOrganisation } from '../../platform/context.ts';
import { memberIds } from '../rbac/index.ts';
import { requireSharing } from './sharing.behaviour.ts';

export interface SharingDeps {
  kernel(): Kernel;
  settings: SettingsReader;
}

/** Existing components make 4, which is guessed; a code is copied, and clients take up to 16. */
const CODE_LENGTH = 8;
/** Minutes that a share lasts at most. */
const MAX_MINUTES = 1_440;
const MAX_USERS = 200;
/** Refused tries after which a share is over: nobody guesses with the names of others either. */
const MAX_REFUSED = 10;

const BASE = '/api/v1/terminal/';
const SHARING = text('session share', '会话分享', 'セッション共有');
const RECORD = text('join record', '加入记录', '参加記録');

const id = z.union([
  z.uuid(),
  z.object({ id: z.uuid() }).transform((one) => one.id),
  z.object({ pk: z.uuid() }).transform((one) => one.pk),
]);
const action = z.enum(['readonly', 'writable']);
const share = z.object({
  session: id,
  expired_time: z.number().int().min(0).max(MAX_MINUTES).default(0),
  users: z.array(id).max(MAX_USERS).nullish(),
  action_permission: z.union([action, z.object({ value: action }).transform(({ value }) => value)]).default('writable'),
});
const wish = z.object({
  sharing: id,
  joiner: id,
  verify_code: z.string().max(16),
  remote_addr: z.string().max(128).default(''),
  login_from: z.enum(['ST', 'RT', 'WT', 'DT']).catch('WT'),
});

const REFUSALS = {
  inactive: text('This share is over.', '该分享已失效。', 'この共有は終了しました。'),
  expired: text('This share has expired.', '该分享已过期。', 'この共有は期限切れです。'),
  stranger: text('This share is not for you.', '您不在该分享的范围内。', 'この共有の対象ではありません。'),
  code: text('The code is wrong.', '验证码错误。', '確認コードが正しくありません。'),
  again: text('You have used this link before.', '您已使用过该链接。', 'このリンクは使用済みです。'),
} as const satisfies Record<string, Text>;

function read<T>(shape: z.ZodType<T>, body: unknown): T {
  const parsed = shape.safeParse(body);
  if (!parsed.success) throw InvalidInput.on(String(parsed.error.issues[0]?.path[0] ?? 'session'), 'invalid');
  return parsed.data;
}

function demand(ctx: Context, code: string): void {
  if (!holds(ctx.actor, [code])) throw new CodedError('permission_denied');
}

async function wire(ctx: Context, kernel: Kernel, name: string, rowId: string): Promise<unknown> {
  const resource = kernel.byName(name);
  const anywhere = inEveryOrganisation(ctx);
  const row = await fetchRow(resource, anywhere, rowId);
  return (await present(kernel, resource, anywhere, [row], shownFields(resource, anywhere, 'detail', {})))[0];
}

interface Live {
  org_id: string;
  user_id: string;
  user: string;
  asset: string;
}

/** A live terminal session of its own that the component shares in the name of whoever is in it. */
async function create(ctx: Context, { kernel, settings }: SharingDeps, body: unknown): Promise<Reply> {
  requireSharing(settings);
  demand(ctx, 'terminal.add_supersessionsharing');
  const { session, expired_time, users, action_permission } = read(share, body);
  const { rows } = await sql<Live>`
    select s.org_id, s.user_id, s."user", s.asset from sessions s join users u on u.id::text = s.user_id
    where s.id = ${session} and s.terminal_id = ${ctx.actor.component?.id ?? null}::uuid and not s.is_finished and s.type = 'normal'`.execute(
    ctx.tx,
  );
  const live = rows[0];
  if (!live) throw InvalidInput.on('session', 'does_not_exist', { value: session });
  const named = [...new Set(users ?? [])];
  const { rows: known } = await sql<{ id: string }>`
    select id from users where id = any(${named}::uuid[]) and not is_service_account and id in (${memberIds(live.org_id)})`.execute(ctx.tx);
  const stranger = named.find((one) => !known.some((row) => row.id === one));
  if (stranger) throw InvalidInput.on('users', 'does_not_exist', { value: stranger });
  const made = randomUUID();
  const display = `${live.user} ${live.asset}`.slice(0, 512);
  await sql`
    insert into session_sharings (id, org_id, session_id, session_display, creator_id, users, action_permission, expired_time, sealed_code,
      created_by, updated_by, date_created, date_updated)
    values (${made}, ${live.org_id}, ${session}, ${display}, ${live.user_id}::uuid, ${JSON.stringify(named)}::jsonb, ${action_permission}, ${expired_time},
      ${ctx.secrets.seal(randomText(CODE_LENGTH))}, ${live.user.slice(0, 128)}, ${live.user.slice(0, 128)}, ${ctx.clock()}, ${ctx.clock()})`.execute(
    ctx.tx,
  );
  ctx.audit({ action: 'create', resourceType: 'sessionsharing', resourceId: made, resource: display, orgId: live.org_id });
  return ok(await wire(ctx, kernel(), 'sessionsharing', made), 201);
}

interface Shared {
  id: string;
  org_id: string;
  session_id: string;
  session_display: string;
  users: string[];
  action_permission: string;
  over: boolean;
  expired: boolean;
  sealed_code: string;
}

/** The share, when it is of a session that the calling component carries. Locked, so that two who join at once are counted one by one. */
async function sharedBy(ctx: Context, sharing: string): Promise<Shared> {
  const { rows } = await sql<Shared>`
    select x.id, x.org_id, x.session_id, x.session_display, x.users, x.action_permission, x.sealed_code, not x.is_active or s.is_finished as over,
      x.date_created + make_interval(mins => x.expired_time) < ${ctx.clock()} as expired
    from session_sharings x join sessions s on s.id = x.session_id and s.terminal_id = ${ctx.actor.component?.id ?? null}::uuid
    where x.id = ${sharing} for update of x`.execute(ctx.tx);
  if (!rows[0]) throw new CodedError('object_does_not_exist', { resource: SHARING[ctx.language] });
  return rows[0];
}

interface Joiner {
  id: string;
  name: string;
  username: string;
  member: boolean;
}

/** Why somebody may not join; undefined when they may. In the order that clients know, the wall between organisations first. */
async function refusalOf(ctx: Context, shared: Shared, joiner: Joiner, code: string): Promise<keyof typeof REFUSALS | undefined> {
  if (shared.over) return 'inactive';
  if (shared.expired) return 'expired';
  if (!joiner.member || (shared.users.length > 0 && !shared.users.includes(joiner.id))) return 'stranger';
  if (!sameText(code, ctx.secrets.open(shared.sealed_code))) return 'code';
  const { rows } = await sql`
    select 1 from session_join_records where sharing_id = ${shared.id} and joiner_id = ${joiner.id}::uuid limit 1`.execute(ctx.tx);
  return rows.length > 0 ? 'again' : undefined;
}

/** Somebody joins, or is not let in: both are written down. */
async function join(ctx: Context, { kernel, settings }: SharingDeps, body: unknown): Promise<Reply> {
  requireSharing(settings);
  demand(ctx, 'terminal.add_sessionjoinrecord');
  const given = read(wish, body);
  const shared = await sharedBy(ctx, given.sharing);
  const { rows } = await sql<Joiner>`
    select u.id, u.name, u.username, u.id in (${memberIds(shared.org_id)}) as member from users u
    where u.id = ${given.joiner} and u.is_active and not u.is_service_account and (u.date_expired is null or u.date_expired > ${ctx.clock()})`.execute(
    ctx.tx,
  );
  const joiner = rows[0];
  if (!joiner) throw InvalidInput.on('joiner', 'does_not_exist', { value: given.joiner });
  const refusal = await refusalOf(ctx, shared, joiner, given.verify_code);
  const made = randomUUID();
  const display = `${joiner.name}(${joiner.username})`;
  const reason = refusal ? render(REFUSALS[refusal], ctx.language) : '-';
  const now = ctx.clock();
  await sql`
    insert into session_join_records (id, org_id, sharing_id, session_id, joiner_id, joiner_display, remote_addr, login_from, action_permission,
      is_success, reason, is_finished, date_joined, date_left, created_by, updated_by, date_created, date_updated)
    values (${made}, ${shared.org_id}, ${shared.id}, ${shared.session_id}, ${joiner.id}, ${display}, ${given.remote_addr}, ${given.login_from},
      ${shared.action_permission}, ${!refusal}, ${reason}, ${Boolean(refusal)}, ${now}, ${refusal ? now : null}, ${display.slice(0, 128)}, '', ${now}, ${now})`.execute(
    ctx.tx,
  );
  if (refusal) {
    await sql`update session_sharings set is_active = false where id = ${shared.id} and ${MAX_REFUSED} <=
      (select count(*) from session_join_records where sharing_id = ${shared.id} and not is_success)`.execute(ctx.tx);
    return ok({ error: reason }, 400);
  }
  ctx.audit({
    action: 'view',
    resourceType: 'session',
    resourceId: shared.session_id,
    resource: `${shared.session_display} · ${display}`.slice(0, 512),
    orgId: shared.org_id,
  });
  return ok(await wire(ctx, kernel(), 'sessionjoinrecord', made), 201);
}

/** Somebody left. Told again, nothing changes. */
async function finish(ctx: Context, given: string | undefined): Promise<Reply> {
  demand(ctx, 'terminal.change_sessionjoinrecord');
  const now = ctx.clock();
  const { rows } = await sql`
    update session_join_records r set is_finished = true, date_left = coalesce(r.date_left, ${now}), date_updated = ${now}
    from sessions s where r.id = ${parseUuid(given) ?? null}::uuid and s.id = r.session_id
      and s.terminal_id = ${ctx.actor.component?.id ?? null}::uuid returning 1`.execute(ctx.tx);
  if (rows.length === 0) throw new CodedError('object_does_not_exist', { resource: RECORD[ctx.language] });
  return ok({ msg: 'ok' });
}

/** Whoever shared a session takes the share back. Ours: for other clients a share runs until it expires. */
async function withdraw(ctx: Context, { kernel }: SharingDeps, given: string | undefined): Promise<Reply> {
  const row = await fetchRow(kernel().byName('sessionsharing'), ctx, String(given));
  await sql`update session_sharings set is_active = false, date_updated = ${ctx.clock()} where id = ${row.id}`.execute(ctx.tx);
  ctx.audit({
    action: 'update',
    resourceType: 'sessionsharing',
    resourceId: String(row.id),
    resource: String(row.session_display),
    orgId: String(row.org_id),
    changes: [{ field: 'is_active', before: 'Yes', after: 'No' }],
  });
  return noContent;
}

/** What components ask for people at their doors (docs/wire/sessions.md#sharing). */
export const sharingRoutes = (deps: SharingDeps): readonly Route[] => [
  {
    method: 'POST',
    path: `${BASE}session-sharings/`,
    name: 'terminal.sessionsharing.create',
    policy: { allow: 'component' },
    rootOrg: true,
    bodyLimit: 65_536,
    handle: (ctx, { body }) => create(ctx, deps, body),
  },
  {
    method: 'POST',
    path: `${BASE}session-sharings/:id/withdraw/`,
    name: 'terminal.sessionsharing.withdraw',
    policy: { allow: 'user' },
    rootOrg: true,
    bodyLimit: 1_024,
    handle: (ctx, { params }) => withdraw(ctx, deps, params.id),
  },
  {
    method: 'POST',
    path: `${BASE}session-join-records/`,
    name: 'terminal.sessionjoinrecord.create',
    policy: { allow: 'component' },
    rootOrg: true,
    bodyLimit: 16_384,
    handle: (ctx, { body }) => join(ctx, deps, body),
  },
  {
    method: 'PATCH',
    path: `${BASE}session-join-records/:id/finished/`,
    name: 'terminal.sessionjoinrecord.finished',
    policy: { allow: 'component' },
    rootOrg: true,
    bodyLimit: 1_024,
    handle: (ctx, { params }) => finish(ctx, params.id),
  },
];
