import { render } from '@postern/contract/text';
import type { Route } from '@postern/resource';
import type { LoginDeps } from '../../authentication/index.ts';
import type { Chat } from '../../chat/index.ts';
import { returnPage, startPage } from '../pages.ts';
import { onlyProvider, type SignOnBase } from '../providers.ts';
import { chatTestRoute } from './chat.check.ts';
import { type ChatInstance, type Door, pageOf, pagesOf, tripFor, whoCame } from './chat-login.ts';

/** Services whose program has a browser within. */
const WITH_BROWSER: readonly string[] = ['wecom', 'dingtalk'];
const doorsOf = ({ service: { name } }: Chat): readonly Door[] => (WITH_BROWSER.includes(name) ? ['qr', 'oauth'] : ['qr']);

/** The ways in by chat services, in the order of the login page. */
export const chatWays = ({ settings, outbound }: SignOnBase, chats: readonly Chat[]): readonly ChatInstance[] =>
  chats.map((chat) => ({
    chat,
    deps: { settings, outbound, provider: '', label: '' },
    way: {
      source: chat.service.name,
      enabled: chat.enabled,
      name: (language) => render(chat.service.label(chat.talk.get), language),
      icon: () => null,
      start: `${pagesOf(chat, 'qr').base}login/`,
    },
  }));

/** Logging in by a chat service (docs/sign-on.md#chat-services). */
export const chatRoutes = ({ settings }: SignOnBase, ways: readonly ChatInstance[], login: LoginDeps): readonly Route[] =>
  ways.flatMap((one) => {
    const { chat } = one;
    const { backend, code } = chat.service;
    const pages = doorsOf(chat).flatMap((door) => {
      const kind = { kind: tripFor(chat, door), backend, login, providers: onlyProvider(one) };
      return [
        startPage(kind, pagesOf(chat, door), (ctx, _one, next) => pageOf(ctx, chat, door, next)),
        returnPage(kind, pagesOf(chat, door), [code, 'error'], (_ctx, _one, trip, query) => whoCame(chat, door, trip, query)),
      ];
    });
    return [...pages, chatTestRoute(settings, chat)];
  });
