import { CodedError } from '@postern/contract/errors';
import { text } from '@postern/contract/text';
import { at, type Context, eb, listSchema, objectSchema, type Route } from '@postern/resource';
import { liveLogins } from '../../platform/auth/live-logins.ts';
import { within } from '../../platform/auth/lockout.ts';
import { confirmed } from '../../platform/routes/confirmed.ts';
import { fileReply } from '../../platform/routes/download.ts';
import { type ProfileDeps, profileOf } from './profile.ts';

/** What is kept about a person, as one file for them (docs/behaviour/profile.md#own-data). */

/** The newest of each list; a file that is told to a browser in one piece stays small. */
const MOST = 10_000;
/** Files that one person may have in so many minutes: each looks through the logs. */
const ASKED = { count: 5, minutes: 60 };

/** The lists, each by the columns that are the person's: nothing that opens anything, and nothing of whoever decided about them. */
async function listsOf(ctx: Context): Promise<Record<string, readonly object[]>> {
  const { tx, actor } = ctx;
  const mine = (column: 'user_id' | 'applicant_id') => eb(at('t')(column), '=', actor.id);
  return {
    log_ins: await tx
      .selectFrom('login_logs as t')
      .select(['t.datetime', 't.type', 't.ip', 't.city', 't.user_agent', 't.backend', 't.status', 't.reason', 't.facts'])
      .where(mine('user_id'))
      .orderBy('t.datetime', 'desc')
      .limit(MOST)
      .execute(),
    live_log_ins: (await liveLogins(tx, actor.id)).map(({ kind, address, userAgent, since, seen, expires }) => ({
      kind,
      address,
      user_agent: userAgent,
      since,
      seen,
      expires,
    })),
    access_keys: await tx
      .selectFrom('access_keys as t')
      .select([
        't.id',
        't.is_active',
        't.ip_group',
        't.is_read_only',
        't.permissions',
        't.date_created',
        't.date_expired',
        't.date_last_used',
      ])
      .where(mine('user_id'))
      .limit(MOST)
      .execute(),
    ssh_keys: await tx
      .selectFrom('ssh_keys as t')
      .select([
        't.name',
        't.key_type',
        't.fingerprint',
        't.comment',
        't.is_active',
        't.date_created',
        't.date_last_used',
        't.last_used_from',
      ])
      .where(mine('user_id'))
      .limit(MOST)
      .execute(),
    passkeys: await tx
      .selectFrom('passkeys as t')
      .select(['t.name', 't.rp_id', 't.date_created', 't.date_last_used'])
      .where(mine('user_id'))
      .limit(MOST)
      .execute(),
    sessions: await tx
      .selectFrom('sessions as t')
      .select(['t.asset', 't.account', 't.protocol', 't.login_from', 't.remote_addr', 't.date_start', 't.date_end', 't.is_success'])
      .where(mine('user_id'))
      .orderBy('t.date_start', 'desc')
      .limit(MOST)
      .execute(),
    operations: await tx
      .selectFrom('operate_logs as t')
      .select(['t.datetime', 't.action', 't.resource_type', 't.resource', 't.remote_addr'])
      .where(mine('user_id'))
      .orderBy('t.datetime', 'desc')
      .limit(MOST)
      .execute(),
    tickets: await tx
      .selectFrom('tickets as t')
      .select(['t.title', 't.type', 't.state', 't.status', 't.comment', 't.date_created', 't.date_updated'])
      .where(mine('applicant_id'))
      .orderBy('t.date_created', 'desc')
      .limit(MOST)
      .execute(),
  };
}

const LISTS = ['log_ins', 'live_log_ins', 'access_keys', 'ssh_keys', 'passkeys', 'sessions', 'operations', 'tickets'] as const;
const ROWS = listSchema({ type: 'object' });

/** One file with all of it. It says where somebody works and from where, so whoever sits at the browser proves who they are. */
export const ownDataRoutes = (deps: ProfileDeps): readonly Route[] => [
  confirmed({
    method: 'POST',
    path: '/api/v1/users/profile/data/',
    name: 'users.profile.data',
    rows: { own: 'what is kept about whoever calls' },
    body: 'none',
    errors: ['user_confirm_required', 'throttled'],
    confirm: deps.confirm,
    answer: {
      title: text('Your data', '个人数据', '自分のデータ'),
      schema: objectSchema({
        made: { type: 'string' },
        profile: { type: 'object' },
        ...Object.fromEntries(LISTS.map((name) => [name, ROWS])),
      }),
    },
    async act(ctx) {
      if (!(await within(ctx.tx, 'own-data', ctx.actor.id, ASKED))) throw new CodedError('throttled', { seconds: ASKED.minutes * 60 });
      const { perms: _rights, missing: _missing, guide_url: _guide, ...profile } = await profileOf(ctx, deps, ctx.actor.id);
      const data = { made: ctx.clock(), profile, ...(await listsOf(ctx)) };
      const { id, name, username } = ctx.actor;
      ctx.audit({ action: 'view', resourceType: 'owndata', resourceId: id, resource: `${name}(${username})` });
      return fileReply({ body: JSON.stringify(data, null, 1), type: 'application/json', plainName: 'postern-my-data.json' });
    },
  }),
];

/** What it is called in the log. */
export const OWN_DATA_WORDS = { owndata: { label: text('own data', '个人数据', '自分のデータ'), fields: {} } } as const;
