import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DINGTALK } from './chat-services/dingtalk.ts';
import { FEISHU } from './chat-services/feishu.ts';
import { SLACK } from './chat-services/slack.ts';
import { type Came, type ChatMessage, type ChatSomebody, type Desk, type Reply, Strict } from './chat-services/strict.ts';
import { WECOM } from './chat-services/wecom.ts';

/**
 * WeCom, DingTalk, Feishu and Slack as their documentation has them, as far as logging in and messages go: one server over real HTTP, whose addresses do
 * not meet. It is strict: a parameter that is missing, a method or a type of body that is not theirs is refused by the code that they have for it.
 */
export interface ChatStandIn {
  origin: string;
  /** Who sits in front of the page of a service. */
  sits: ChatSomebody;
  /** Where browsers may be sent back to, as an administrator has registered it: what an address begins with. */
  registered: string[];
  /** What was asked, in order: `POST /path`. */
  asked: string[];
  /** What people were sent, and by which service. */
  sent: ChatMessage[];
  /** Answers in place of the real ones, for the next requests of a path: an object, `drop` for a line that is cut once the work is done, `hang` for one that stays without an answer then. */
  next(path: string, ...answers: Other[]): void;
  /** Ends all tokens that were given out. */
  endTokens(): void;
  close(): Promise<void>;
}

export type { ChatSomebody };

type Other = Reply | 'drop' | 'hang';

/** The application that an administrator has made at each, as settings of ours. */
export const CHAT_APPS = {
  wecom: { AUTH_WECOM: true, WECOM_CORPID: 'ww4711', WECOM_AGENTID: '1000002', WECOM_SECRET: 'wecom secret' },
  dingtalk: { AUTH_DINGTALK: true, DINGTALK_AGENTID: '42', DINGTALK_APPKEY: 'dingkey', DINGTALK_APPSECRET: 'dingtalk secret' },
  feishu: { AUTH_FEISHU: true, FEISHU_APP_ID: 'cli_a1', FEISHU_APP_SECRET: 'feishu secret', FEISHU_VERSION: 'feishu' },
  slack: {
    AUTH_SLACK: true,
    SLACK_TEAM_ID: 'T0001',
    SLACK_CLIENT_ID: '1.2',
    SLACK_CLIENT_SECRET: 'slack secret',
    SLACK_BOT_TOKEN: 'xoxb-1',
  },
} as const;

const ROUTES = { ...WECOM, ...DINGTALK, ...FEISHU, ...SLACK };

async function read(request: IncomingMessage): Promise<Came> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const url = new URL(request.url ?? '/', 'http://stand-in.invalid');
  const { authorization = '', 'content-type': type = '', ...headers } = request.headers;
  const body = Buffer.concat(parts).toString();
  return { method: request.method ?? '', path: url.pathname, query: url.searchParams, type, body, bearer: authorization, headers };
}

export async function startChatServices(): Promise<ChatStandIn> {
  const answers = new Map<string, Other[]>();
  const desk: Desk = {
    codes: new Map(),
    tokens: new Set(),
    people: new Map(),
    sent: [],
    seen: new Map(),
    sits: { id: 'pat', name: 'Pat' },
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const came = await read(request);
    standIn.asked.push(`${came.method} ${came.path}`);
    const other = answers.get(came.path)?.shift();
    if (typeof other === 'object') return say(response, other);
    const route = ROUTES[came.path];
    if (!route) return void response.writeHead(404).end();
    desk.sits = standIn.sits;
    desk.people.set(standIn.sits.id, standIn.sits);
    let reply: Reply;
    try {
      reply = route(came, desk);
    } catch (error) {
      if (!(error instanceof Strict)) throw error;
      reply = error.reply;
    }
    // Done, and nobody hears of it.
    if (other === 'drop') return void response.destroy();
    if (other === 'hang') return;
    const { back } = reply;
    if (!back) return say(response, reply);
    if (!standIn.registered.some((start) => back.to.startsWith(start))) return say(response, { status: 400, body: { refused: back.to } });
    const code = randomUUID();
    desk.codes.set(code, { somebody: standIn.sits, ...back.kept });
    const to = new URL(back.to);
    to.searchParams.set(back.name, code);
    to.searchParams.set('state', back.state);
    response.writeHead(302, { location: to.href }).end();
  }

  const standIn: ChatStandIn = {
    origin,
    sits: desk.sits,
    registered: [],
    asked: [],
    sent: desk.sent,
    next: (path, ...later) => void answers.set(path, [...(answers.get(path) ?? []), ...later]),
    endTokens: () => desk.tokens.clear(),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
  return standIn;
}

const say = (response: ServerResponse, { status = 200, body = {} }: Reply): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
