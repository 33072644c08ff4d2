import { randomUUID } from 'node:crypto';
import { InvalidInput } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import { render } from '@postern/contract/text';
import { type Context, integer, labelled, manyToMany, ok, type Route, reference, retrieve, text as textField } from '@postern/resource';
import { randomText } from '../../platform/auth/random.ts';
import { componentSessions } from '../../platform/component-sessions.ts';
import { inOrganisation } from '../../platform/context.ts';
import { report } from '../../platform/routes/report.ts';
import { MESSAGE } from '../../platform/shown.ts';
import { isMember } from '../rbac/index.ts';
import { noteWatchEnded, personOf, session } from '../sessions/index.ts';
import { endWhereGuessed, isLoginSource, joinerOf, REFUSALS, refusalOf, sharedBy } from './joining.ts';
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

const BASE = '/api/v1/terminal/';

const { fields: offered } = sessionSharing;
const { fields: recorded } = sessionJoinRecord;

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
  body: 'none',
  bodyLimit: 1_024,
  async take(ctx, { row }) {
    const now = ctx.clock();
    const left = await ctx.tx
      .updateTable('session_join_records')
      .set({ is_finished: true, date_left: now, date_updated: now })
      .where('id', '=', row.id)
      .where('date_left', 'is', null)
      .returning(['session_id', 'org_id', 'joiner_id', 'joiner_display', 'date_joined'])
      .executeTakeFirst();
    if (!left) return ok({ msg: 'ok' });
    const shared = await ctx.tx
      .selectFrom('sessions')
      .select(['id', 'user', 'asset', 'org_id'])
      .where('id', '=', left.session_id)
      .executeTakeFirst();
    const guest = left.joiner_id === null ? undefined : await personOf(ctx, left.joiner_id);
    if (shared && guest) noteWatchEnded(ctx, shared, (now.getTime() - left.date_joined.getTime()) / 1000, guest);
    return ok({ msg: 'ok' });
  },
});

/** What components ask for people who came to them (docs/wire/sessions.md#sharing). */
export const sharingRoutes = (deps: SharingDeps): readonly Route[] => [create(deps), join(deps), finish];
