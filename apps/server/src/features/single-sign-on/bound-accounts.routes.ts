import { CodedError } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import { CHAT_SERVICES } from '@postern/contract/settings-of-chat';
import { render, type Text, text } from '@postern/contract/text';
import { type Context, can, formatDatetime, type Route, text as textField } from '@postern/resource';
import { lockByName } from '../../platform/database/lock.queries.ts';
import { action } from '../../platform/routes/action.ts';
import { confirmed } from '../../platform/routes/confirmed.ts';
import { ownList } from '../../platform/routes/list.ts';
import { shown } from '../../platform/shown.ts';
import {
  type BoundAccount,
  boundAccounts,
  type ExternalSource,
  type RedirectWay,
  RULE_SOURCES,
  releaseAccount,
} from '../identities/index.ts';
import { identifyAtBrowser, noteChange, refuseUnchangeable, sourceOf, userResource } from '../users/index.ts';
import type { BindDeps } from './chat/bind.routes.ts';
import { releasedNotice } from './chat/words.ts';

/**
 * Accounts of people at directories and identity providers: seen by whom they belong to and by whoever may look at that person, and taken away by
 * either (docs/wire/authentication.md#accounts-at-other-places). Those at chat services, which carry messages as well, have routes of their own.
 */

export interface BoundAccountDeps extends BindDeps {
  settings: SettingsReader;
  redirects(): readonly RedirectWay[];
}

interface Place {
  source: ExternalSource;
  label: Text;
  /** Which of its kind; empty where there is one. */
  where: string;
}

/** What a link says of its place: its kind, and which of that kind. Undefined of what nobody logs in by. */
function placeOf(place: string): Place | undefined {
  const [kind = '', ...where] = place.split(' ');
  const known = RULE_SOURCES.find(({ value }) => value === kind);
  if (!known || known.value === 'any') return undefined;
  return { source: known.value, label: known.label, where: where.join(' ') };
}

const isChat = (source: string): boolean => CHAT_SERVICES.some((name) => name === source);

/** Accounts that people log in by, each with its place. */
const accountsOf = async (ctx: Context, userId: string): Promise<(BoundAccount & Place)[]> =>
  (await boundAccounts(ctx, userId)).flatMap((account) => {
    const place = placeOf(account.place);
    return place ? [{ ...account, ...place }] : [];
  });

/** Whether an account lets its person in as things are set: at directories, and by chat, whoever comes from elsewhere may be kept out. */
function opens({ source }: Place, from: string | undefined, { settings, redirects }: BoundAccountDeps): boolean {
  const byLink = source !== 'ldap' && source !== 'radius' && !isChat(source);
  if (!byLink && source !== from && settings.get('ONLY_ALLOW_AUTH_FROM_SOURCE')) return false;
  if (source === 'ldap') return settings.get('AUTH_LDAP');
  if (source === 'radius') return settings.get('AUTH_RADIUS');
  return redirects().some((way) => way.source === source && way.enabled());
}

/** Whether somebody still comes in without one of their accounts: by a password here, or by another account. */
const hasOtherWay = (
  all: readonly (BoundAccount & Place)[],
  one: BoundAccount,
  from: string | undefined,
  deps: BoundAccountDeps,
): boolean => from === 'local' || all.some((other) => other.place !== one.place && opens(other, from, deps));

const TITLE = text('Accounts at other places', '外部账号', '外部アカウント');
const FIELDS = {
  provider: shown(text('Place', '来源标识', '提供元')),
  name: shown(text('Name', '名称', '名前')),
  where: shown(text('Provider', '提供方', 'プロバイダー')),
  subject: shown(text('Known there as', '外部标识', '外部での識別名')),
  date_created: shown(text('Since', '绑定时间', '紐付け日時'), 'datetime'),
  date_last_used: shown(text('Last used', '上次使用', '最終利用'), 'datetime'),
  only_way_in: shown(text('Only way in', '唯一登录方式', '唯一のログイン手段'), 'boolean'),
};

/** What the login page calls the place of an account; its kind where no provider of today's settings is that place. */
async function nameOf(ctx: Context, { place, source, label }: BoundAccount & Place, { redirects }: BoundAccountDeps): Promise<string> {
  for (const way of redirects()) if (way.source === source && (await way.holds?.(place))) return way.name(ctx.language);
  return render(label, ctx.language);
}

async function rowsOf(ctx: Context, userId: string, deps: BoundAccountDeps) {
  const [all, from] = [await accountsOf(ctx, userId), await sourceOf(ctx, userId)];
  const row = async (one: BoundAccount & Place) => ({
    provider: one.place,
    name: await nameOf(ctx, one, deps),
    where: one.where,
    subject: one.subject,
    date_created: formatDatetime(one.since, ctx.timeZone),
    date_last_used: formatDatetime(one.used, ctx.timeZone),
    only_way_in: !hasOtherWay(all, one, from, deps),
  });
  return Promise.all(all.filter(({ source }) => !isChat(source)).map(row));
}

/**
 * Takes an account away, and what rules gave on the word of its place; the person is told. One after the other for each person, who must not lose two
 * at once that each were the other way in.
 * @throws CodedError account_not_bound, last_way_in
 */
async function release(
  ctx: Context,
  place: string,
  user: { id: string; username: string },
  deps: BoundAccountDeps,
  sessions: boolean,
): Promise<void> {
  await lockByName(ctx.tx, `accounts of ${user.id}`);
  const [all, from] = [await accountsOf(ctx, user.id), await sourceOf(ctx, user.id)];
  const one = all.find((account) => account.place === place && !isChat(account.source));
  if (!one) throw new CodedError('account_not_bound');
  if (!hasOtherWay(all, one, from, deps)) throw new CodedError('last_way_in');
  await releaseAccount(ctx, deps, { provider: place, source: one.source, userId: user.id, sessions });
  noteChange(ctx, user, 'bound_account', `${render(one.label, 'en')} ${one.where} ${one.subject}`.replaceAll(/ +/g, ' '), '');
  await deps.tell(ctx, user.id, releasedNotice(one.label));
}

const OWN_PATH = '/api/v1/authentication/bound-accounts/';
const USER_PATH = '/api/v1/users/users/:id/bound-accounts/';
const BODY = { provider: textField({ label: FIELDS.provider.options.label, max: 2048, required: true }) };
const ERRORS = ['account_not_bound', 'last_way_in'] as const;

/** Seen and taken away, of oneself and of others. */
export const boundAccountRoutes = (deps: BoundAccountDeps): readonly Route[] => [
  ownList({
    path: OWN_PATH,
    name: 'authentication.boundaccount.list',
    who: { allow: 'user' },
    rows: { own: 'accounts of whoever calls' },
    rootOrg: true,
    answer: { title: TITLE, fields: FIELDS },
    items: (ctx) => rowsOf(ctx, ctx.actor.id, deps),
  }),
  confirmed({
    method: 'POST',
    path: `${OWN_PATH}unbind/`,
    name: 'authentication.boundaccount.unbind',
    rows: { own: 'accounts of whoever calls' },
    rootOrg: true,
    body: BODY,
    answer: null,
    errors: [...ERRORS],
    confirm: deps.confirm,
    async act(ctx, { body }) {
      const own = { id: ctx.actor.id, username: ctx.actor.username ?? '' };
      await release(ctx, body.provider, own, deps, false);
      return { status: 200 };
    },
  }),
  ownList({
    path: USER_PATH,
    name: 'users.user.boundaccounts',
    who: can('users.view_user'),
    rows: { one: userResource },
    answer: { title: TITLE, fields: FIELDS },
    items: (ctx, { row }) => rowsOf(ctx, row.id, deps),
  }),
  action({
    path: `${USER_PATH}unbind/`,
    name: 'users.user.unbindaccount',
    who: can('users.change_user'),
    rows: { one: userResource },
    body: BODY,
    status: 200,
    errors: [...ERRORS, 'superuser_only', 'outranked', 'user_confirm_required'],
    async act(ctx, { row: user, body }) {
      await refuseUnchangeable(ctx, user.id);
      await identifyAtBrowser(ctx, deps);
      // Whoever takes it away from somebody means that it opens nothing any more, from now on.
      await release(ctx, body.provider, user, deps, true);
    },
  }),
];
