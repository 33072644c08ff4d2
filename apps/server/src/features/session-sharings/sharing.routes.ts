import { randomUUID } from 'node:crypto';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import { render, type Text, text } from '@postern/contract/text';
import {
  type Context,
  integer,
  labelled,
  manyToMany,
  noContent,
  ok,
  type Route,
  reference,
  retrieve,
  route,
  text as textField,
} from '@postern/resource';
import { randomText, sameText } from '../../platform/auth/random.ts';
import { componentSessions } from '../../platform/component-sessions.ts';
import { inOrganisation } from '../../platform/context.ts';
import { report } from '../../platform/routes/report.ts';
import { MESSAGE } from '../../platform/shown.ts';
import { isMember } from '../rbac/index.ts';
import { LOGIN_FROM, session } from '../sessions/index.ts';
import { requireSharing } from './sharing.behaviour.ts';
import { SHARE_ACTIONS, sessionJoinRecord, sessionSharing } from './sharing.resources.ts';

export interface SharingDeps {
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
const { fields: offered } = sessionSharing;
const { fields: recorded } = sessionJoinRecord;

const REFUSALS = {
  inactive: text('This share is over.', '该分享已失效。', 'この共有は終了しました。'),
  expired: text('This share has expired.', '该分享已过期。', 'この共有は期限切れです。'),
  stranger: text('This share is not for you.', '您不在该分享的范围内。', 'この共有の対象ではありません。'),
  code: text('The code is wrong.', '验证码错误。', '確認コードが正しくありません。'),
  again: text('You have used this link before.', '您已使用过该链接。', 'このリンクは使用済みです。'),
} as const satisfies Record<string, Text>;

/** The people a share is for; whoever is no member of the session's organisation is nobody. @throws InvalidInput under `users` */
async function checkMembers(ctx: Context, orgId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  if (ids.length > MAX_USERS) throw InvalidInput.on('users', 'too_many', { max: MAX_USERS });
  const known = await ctx.tx
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', 'in', ids)
    .where('u.is_service_account', '=', false)
    .where(({ ref }) => isMember(inOrganisation(ctx, orgId), ref('u.id')))
    .execute();
  const stranger = ids.find((one) => !known.some((row) => row.id === one));
  if (stranger) throw InvalidInput.on('users', 'does_not_exist', { value: stranger });
}

/** A live terminal session of its own that the component shares in the name of whoever is in it. */
const create = ({ settings }: SharingDeps): Route =>
  report({
    method: 'POST',
    path: `${BASE}session-sharings/`,
    name: 'terminal.sessionsharing.create',
    right: 'terminal.add_supersessionsharing',
    rows: { of: [session, sessionSharing] },
    bodyLimit: 65_536,
    body: {
      session: reference('session', { label: offered.session.options.label, required: true, judged: 'by the resource' }),
      expired_time: integer({ label: offered.expired_time.options.label, min: 0, max: MAX_MINUTES, default: 0 }),
      // People of a share are a list in its row: there is no table between.
      users: manyToMany('user', {
        label: offered.users_display.options.label,
        nullable: true,
        through: { table: sessionSharing.table, mine: 'id', theirs: 'users' },
      }),
      action_permission: labelled({ label: offered.action_permission.options.label, choices: SHARE_ACTIONS, default: 'writable' }),
    },
    errors: ['method_not_allowed'],
    async take(ctx, { body, kernel }) {
      requireSharing(settings);
      const live = await ctx.tx
        .selectFrom('sessions as s')
        .innerJoin('users as u', (join) => join.on(({ eb, cast, ref }) => eb(cast<string>('u.id', 'text'), '=', ref('s.user_id'))))
        .select(['s.org_id', 'u.id as user_id', 's.user', 's.asset'])
        .where('s.id', '=', body.session)
        .where(componentSessions(ctx, 's'))
        .where('s.is_finished', '=', false)
        .where('s.type', '=', 'normal')
        .executeTakeFirst();
      if (!live) throw InvalidInput.on('session', 'does_not_exist', { value: body.session });
      const users = body.users ?? [];
      await checkMembers(ctx, live.org_id, users);
      const id = randomUUID();
      const now = ctx.clock();
      const display = `${live.user} ${live.asset}`.slice(0, 512);
      const author = live.user.slice(0, 128);
      await ctx.tx
        .insertInto('session_sharings')
        .values({
          id,
          org_id: live.org_id,
          session_id: body.session,
          session_display: display,
          creator_id: live.user_id,
          users: JSON.stringify(users),
          action_permission: body.action_permission,
          expired_time: body.expired_time,
          sealed_code: ctx.secrets.encrypt(randomText(CODE_LENGTH)),
          created_by: author,
          updated_by: author,
          date_created: now,
          date_updated: now,
        })
        .execute();
      ctx.audit({ action: 'create', resourceType: 'sessionsharing', resourceId: id, resource: display, orgId: live.org_id });
      return ok(await retrieve(kernel, kernel.byName('sessionsharing'), ctx, id, {}), 201);
    },
  });

/** The share, when it is of a session that the calling component carries. Locked, so that two who join at once are counted one by one. */
async function sharedBy(ctx: Context, sharing: string) {
  const found = await ctx.tx
    .selectFrom('session_sharings as x')
    .innerJoin('sessions as s', 's.id', 'x.session_id')
    .select(['x.id', 'x.org_id', 'x.session_id', 'x.session_display', 'x.users', 'x.action_permission', 'x.sealed_code'])
    .select(['x.is_active', 'x.expired_time', 'x.date_created', 's.is_finished'])
    .where('x.id', '=', sharing)
    .where(componentSessions(ctx, 's'))
    .forUpdate('x')
    .executeTakeFirst();
  if (!found) throw new CodedError('object_does_not_exist', { resource: SHARING[ctx.language] });
  const { is_active, is_finished, expired_time, date_created, ...shared } = found;
  const ends = date_created.getTime() + expired_time * 60_000;
  return { ...shared, over: !is_active || is_finished, expired: ends < ctx.clock().getTime() };
}
type Shared = Awaited<ReturnType<typeof sharedBy>>;

interface Joiner {
  id: string;
  name: string;
  username: string;
  member: boolean;
}

/** Somebody who is let into the installation at all. @throws InvalidInput under `joiner` */
async function joinerOf(ctx: Context, { org_id }: Shared, id: string): Promise<Joiner> {
  const found = await ctx.tx
    .selectFrom('users as u')
    .select(({ and, ref }) => ['u.id', 'u.name', 'u.username', and([isMember(inOrganisation(ctx, org_id), ref('u.id'))]).as('member')])
    .where('u.id', '=', id)
    .where('u.is_active', '=', true)
    .where('u.is_service_account', '=', false)
    .where(({ eb, or }) => or([eb('u.date_expired', 'is', null), eb('u.date_expired', '>', ctx.clock())]))
    .executeTakeFirst();
  if (!found) throw InvalidInput.on('joiner', 'does_not_exist', { value: id });
  return { ...found, member: Boolean(found.member) };
}

/** Why somebody may not join; undefined when they may. In the order that clients know, the wall between organisations first. */
async function refusalOf(ctx: Context, shared: Shared, joiner: Joiner, code: string): Promise<keyof typeof REFUSALS | undefined> {
  if (shared.over) return 'inactive';
  if (shared.expired) return 'expired';
  if (!joiner.member || (shared.users.length > 0 && !shared.users.includes(joiner.id))) return 'stranger';
  if (!sameText(code, ctx.secrets.decrypt(shared.sealed_code))) return 'code';
  const before = await ctx.tx
    .selectFrom('session_join_records')
    .select('id')
    .where('sharing_id', '=', shared.id)
    .where('joiner_id', '=', joiner.id)
    .limit(1)
    .executeTakeFirst();
  return before ? 'again' : undefined;
}

/** After too many refused tries a share is over. Its row is locked. */
async function endWhereGuessed(ctx: Context, { id }: Shared): Promise<void> {
  const refused = await ctx.tx
    .selectFrom('session_join_records')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('sharing_id', '=', id)
    .where('is_success', '=', false)
    .executeTakeFirstOrThrow();
  if (refused.n >= MAX_REFUSED) await ctx.tx.updateTable('session_sharings').set({ is_active: false }).where('id', '=', id).execute();
}

const isLoginSource = (given: string): boolean => LOGIN_FROM.some(({ value }) => value === given);

/** Somebody joins, or is not let in: both are written down. */
const join = ({ settings }: SharingDeps): Route =>
  report({
    method: 'POST',
    path: `${BASE}session-join-records/`,
    name: 'terminal.sessionjoinrecord.create',
    right: 'terminal.add_sessionjoinrecord',
    rows: { of: [sessionSharing, sessionJoinRecord] },
    bodyLimit: 16_384,
    body: {
      sharing: reference('sessionsharing', { label: recorded.sharing.options.label, required: true, judged: 'by the resource' }),
      joiner: reference('user', { label: recorded.joiner.options.label, required: true, judged: 'by the resource' }),
      verify_code: textField({ label: recorded.verify_code.options.label, max: 16, required: true, blank: true }),
      remote_addr: textField({ label: recorded.remote_addr.options.label, default: '', blank: true }),
      // A source that we do not know is a browser's: that somebody came is written down all the same.
      login_from: textField({ label: recorded.login_from.options.label, default: 'WT', blank: true }),
    },
    errors: ['method_not_allowed', 'object_does_not_exist'],
    async take(ctx, { body, kernel }) {
      requireSharing(settings);
      const shared = await sharedBy(ctx, body.sharing);
      const joiner = await joinerOf(ctx, shared, body.joiner);
      const refusal = await refusalOf(ctx, shared, joiner, body.verify_code);
      const id = randomUUID();
      const display = `${joiner.name}(${joiner.username})`;
      const reason = refusal ? render(REFUSALS[refusal], ctx.language) : '-';
      const now = ctx.clock();
      await ctx.tx
        .insertInto('session_join_records')
        .values({
          id,
          org_id: shared.org_id,
          sharing_id: shared.id,
          session_id: shared.session_id,
          joiner_id: joiner.id,
          joiner_display: display,
          remote_addr: body.remote_addr,
          login_from: isLoginSource(body.login_from) ? body.login_from : 'WT',
          action_permission: shared.action_permission,
          is_success: !refusal,
          reason,
          is_finished: Boolean(refusal),
          date_joined: now,
          date_left: refusal ? now : null,
          created_by: display.slice(0, 128),
          updated_by: '',
          date_created: now,
          date_updated: now,
        })
        .execute();
      if (refusal) {
        await endWhereGuessed(ctx, shared);
        return ok({ error: reason }, 400);
      }
      ctx.audit({
        action: 'view',
        resourceType: 'session',
        resourceId: shared.session_id,
        resource: `${shared.session_display} · ${display}`.slice(0, 512),
        orgId: shared.org_id,
      });
      return ok(await retrieve(kernel, kernel.byName('sessionjoinrecord'), ctx, id, {}), 201);
    },
  });

/** Somebody left. Told again, nothing changes. */
const finish = report({
  method: 'PATCH',
  path: `${BASE}session-join-records/:id/finished/`,
  name: 'terminal.sessionjoinrecord.finished',
  answer: MESSAGE,
  right: 'terminal.change_sessionjoinrecord',
  rows: { one: sessionJoinRecord },
  bodyLimit: 1_024,
  async take(ctx, { row }) {
    const now = ctx.clock();
    await ctx.tx
      .updateTable('session_join_records')
      .set({ is_finished: true, date_left: row.date_left ?? now, date_updated: now })
      .where('id', '=', row.id)
      .execute();
    return ok({ msg: 'ok' });
  },
});

/** Whoever shared a session takes the share back. Ours: for other clients a share runs until it expires. */
const withdraw = route({
  method: 'POST',
  path: `${BASE}session-sharings/:id/withdraw/`,
  name: 'terminal.sessionsharing.withdraw',
  status: 204,
  who: { allow: 'user' },
  rows: { one: sessionSharing },
  rootOrg: true,
  bodyLimit: 1_024,
  async handle(ctx, { row }) {
    await ctx.tx.updateTable('session_sharings').set({ is_active: false, date_updated: ctx.clock() }).where('id', '=', row.id).execute();
    ctx.audit({
      action: 'update',
      resourceType: 'sessionsharing',
      resourceId: row.id,
      resource: row.session_display,
      orgId: row.org_id,
      changes: [{ field: 'is_active', before: 'Yes', after: 'No' }],
    });
    return noContent;
  },
});

/** What components ask for people who came to them (docs/wire/sessions.md#sharing). */
export const sharingRoutes = (deps: SharingDeps): readonly Route[] => [create(deps), withdraw, join(deps), finish];
