import { CodedError } from '@postern/contract/errors';
import type { ChatName } from '@postern/contract/settings-of-chat';
import type { Context, Route } from '@postern/resource';
import { can } from '@postern/resource';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { safePath } from '../../../platform/http/redirect.ts';
import { action } from '../../../platform/routes/action.ts';
import { confirmed } from '../../../platform/routes/confirmed.ts';
import { page, type Shown } from '../../../platform/routes/page.ts';
import { next } from '../../authentication/index.ts';
import type { Chat } from '../../chat/index.ts';
import { bindAccount, releaseAccount } from '../../identities/index.ts';
import type { MessageWords } from '../../notifications/index.ts';
import type { BindingDeps } from '../../rbac/index.ts';
import { identifyAtBrowser, noteChange, refuseUnchangeable, sourceOf, userResource } from '../../users/index.ts';
import { given, OWN, RETURN, refusedBy } from '../sign-on.ts';
import { endTrip } from '../trips.ts';
import { type ChatInstance, pageOf, pagesOf, tripFor, whoCame } from './chat-login.ts';
import { boundNotice, releasedNotice } from './words.ts';

/** Accounts at chat services that people bind to their own, and take away again (docs/wire/authentication.md#accounts-at-chat-services). */

export interface BindDeps extends BindingDeps {
  /** Asks whoever sits there to show again who they are: what is bound opens for longer than a login. @throws CodedError */
  confirm(ctx: Context): Promise<void>;
  /** Asks whoever takes one from somebody else. @throws CodedError user_confirm_required */
  identify(ctx: Context): Promise<void>;
  /** Writes to somebody about their own account. */
  tell(ctx: Context, userId: string, words: MessageWords): Promise<void>;
}

/** Codes that a page of the console reads: nothing else is told in an address. */
type Told = 'bound' | 'taken' | 'already' | 'confirm' | 'refused' | 'unreachable';

const PROFILE = '/ui/profile/info';
/** What the field of a person is called. */
const fieldOf = (service: ChatName): string => `${service}_id`;

/** Back to the page that asked, with what has become of it. */
function backTo(target: string, { service }: Chat, told: Told): Shown {
  const url = new URL(safePath(target || undefined, PROFILE), 'http://postern.invalid');
  url.searchParams.set('chat', service.name);
  url.searchParams.set('told', told);
  return { to: `${url.pathname}${url.search}${url.hash}`, or: PROFILE };
}

const start = (path: string, name: string, { chat }: ChatInstance, { confirm }: BindDeps): Route =>
  page({
    path,
    name,
    who: { allow: 'user' },
    ...OWN,
    query: { redirect_url: next },
    async show(ctx, { query }) {
      const target = query.redirect_url;
      if (!chat.enabled()) return backTo(target, chat, 'unreachable');
      try {
        await confirm(ctx);
      } catch (error) {
        if (!(error instanceof CodedError)) throw error;
        return backTo(target, chat, 'confirm');
      }
      return { away: await pageOf(ctx, chat, 'bind', target, { user: ctx.actor.id }) };
    },
  });

async function bind(ctx: Context, chat: Chat, subject: string, { tell }: BindDeps): Promise<Told> {
  const { id, username } = ctx.actor;
  return inTransaction(ctx.tx, ctx, async (inner) => {
    const came = await bindAccount(inner, chat.place(), subject, id);
    if (came !== 'bound') return came;
    noteChange(inner, { id, username: username ?? '' }, fieldOf(chat.service.name), '', subject);
    await tell(inner, id, boundNotice(chat.service.label(chat.talk.get)));
    return came;
  });
}

const back = ({ chat }: ChatInstance, bindDeps: BindDeps): Route => {
  const { back: path, name } = pagesOf(chat, 'bind');
  const { code, backend } = chat.service;
  return page({
    path,
    name: `${name}.callback`,
    who: { allow: 'anyone', because: RETURN },
    ...OWN,
    query: { state: given(), [code]: given(), error: given() },
    async show(ctx, { query }) {
      const values = query as Readonly<Record<string, string>>;
      const trip = await endTrip(ctx, tripFor(chat, 'bind'), values.state ?? '');
      // Whoever sits at this browser now has to be the one who went off.
      if (!trip || ctx.actor.kind !== 'user' || trip.kept.user !== ctx.actor.id) return backTo(trip?.next ?? '', chat, 'refused');
      if (!chat.enabled()) return backTo(trip.next, chat, 'unreachable');
      let subject: string;
      try {
        subject = (await whoCame(chat, 'bind', trip, values)).person.subject;
      } catch (error) {
        const told = refusedBy(ctx, backend, error) === 'external_unreachable' ? 'unreachable' : 'refused';
        return backTo(trip.next, chat, told);
      }
      return backTo(trip.next, chat, await bind(ctx, chat, subject, bindDeps));
    },
  });
};

/** Takes somebody's account away, unless they have no other way in. @throws CodedError */
async function release(ctx: Context, chat: Chat, user: { id: string; username: string }, deps: BindDeps, sessions: boolean): Promise<void> {
  const { name } = chat.service;
  if ((await sourceOf(ctx, user.id)) === name) throw new CodedError('chat_is_source');
  const subject = await releaseAccount(ctx, deps, { provider: chat.place(), source: name, userId: user.id, sessions });
  if (subject === undefined) throw new CodedError(`${name}_not_bound`);
  noteChange(ctx, user, fieldOf(name), subject, '');
  await deps.tell(ctx, user.id, releasedNotice(chat.service.label(chat.talk.get)));
}

const unbind = ({ chat }: ChatInstance, deps: BindDeps): readonly Route[] => {
  const { name } = chat.service;
  const path = `/api/v1/authentication/${name}/qr/unbind/`;
  const errors = [`${name}_not_bound`, 'chat_is_source'] as const;
  return [
    confirmed({
      method: 'POST',
      path,
      name: `authentication.${name}.unbind`,
      ...OWN,
      body: 'none',
      answer: null,
      errors: [...errors],
      confirm: deps.confirm,
      async act(ctx) {
        await release(ctx, chat, { id: ctx.actor.id, username: ctx.actor.username ?? '' }, deps, false);
        return { status: 200 };
      },
    }),
    action({
      path: `${path}:id/`,
      name: `authentication.${name}.unbindof`,
      who: can('users.change_user'),
      rows: { one: userResource },
      body: 'none',
      status: 200,
      errors: [...errors, 'superuser_only', 'outranked', 'user_confirm_required'],
      async act(ctx, { row: user }) {
        await refuseUnchangeable(ctx, user.id);
        await identifyAtBrowser(ctx, deps);
        // Whoever takes it away from somebody means that it opens nothing any more, from now on.
        await release(ctx, chat, user, deps, true);
      },
    }),
  ];
};

/** For each service: off to it (two addresses, as clients know them), back, and out of it again. */
export const bindRoutes = (ways: readonly ChatInstance[], deps: BindDeps): readonly Route[] =>
  ways.flatMap((one) => {
    const { base, name } = pagesOf(one.chat, 'bind');
    const first = `/core/auth/${one.chat.service.name}/bind/start/`;
    return [start(base, name, one, deps), start(first, `${name}.start`, one, deps), back(one, deps), ...unbind(one, deps)];
  });
