import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { CodedError } from '@postern/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Admitted, admit, type RequestGuard } from './admit.ts';
import { LANGUAGE_COOKIE, serializeCookie } from './cookies.ts';
import { setCookies } from './mount-routes.ts';
import { CONSOLE, CORE_FILES, fileFor, loginPage, type StaticApp, TERMINAL } from './pages.ts';
import { safePath } from './redirect.ts';
import { absoluteUrl, readQuery } from './request.ts';
import { preparePage } from './session-cookies.ts';
import { createSessionRateLimit } from './session-rate-limit.ts';

const PUBLIC = { path: '/', policy: { allow: 'anyone', because: 'the application itself; its data is behind the API' } } as const;
const YEAR = 31_536_000;
const LOGIN = '/core/auth/login/';
/** Where the link of a mail leads; the login page, whoever is logged in (decision 0057). */
const SET_PASSWORD = '/core/auth/password/reset/';
/** Names of catalogues as they appear in the cookie (docs/wire/conventions.md#language). */
const LANGUAGE_TAGS = new Set(['zh-hans', 'zh', 'en', 'ja']);

/** Addresses mounted here, for those who ask for them with another method or without the slash. */
export const PAGES = ['/', LOGIN, SET_PASSWORD, '/core/i18n/:lang/'].map((path) => ({ method: 'GET', path }));

/** Browser applications, the login page, and the few addresses that only redirect. */
export async function mountPages(app: FastifyInstance, guard: RequestGuard): Promise<void> {
  // `serve: false`: files go out through `sendFile` only, from the two folders named here.
  await app.register(fastifyStatic, {
    root: CONSOLE.root,
    serve: false,
    decorateReply: true,
    preCompressed: true,
    index: false,
    dotfiles: 'deny',
    wildcard: false,
  });

  const within = createSessionRateLimit(guard.platform.processes);
  const visit = async (request: FastifyRequest): Promise<Admitted> =>
    admit(guard, request.raw, request.requestInfo, PUBLIC, readQuery(absoluteUrl(request.url, request.requestInfo.address)));

  async function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    root: string,
    file: string,
    needsSession: boolean,
  ): Promise<FastifyReply> {
    const admitted = await visit(request);
    if (needsSession && !admitted.session.record && !within(request.requestInfo.address.ip, Date.now()))
      throw new CodedError('throttled', { seconds: 60 });
    if (needsSession || admitted.session.record)
      await preparePage(guard.platform, admitted.session, request.requestInfo, admitted.ctx.origin.userAgent);
    setCookies(guard, request, reply, admitted);
    if (!existsSync(join(root, file))) throw new CodedError('service_unavailable');
    reply.header('cache-control', 'no-cache');
    return reply.sendFile(file, root, { cacheControl: false });
  }

  function sendFile(reply: FastifyReply, root: string, { file, immutable }: { file: string; immutable: boolean }): FastifyReply {
    if (!existsSync(join(root, file))) throw new CodedError('not_found');
    reply.header('cache-control', immutable && !guard.platform.settings.dev ? `public, max-age=${YEAR}, immutable` : 'no-cache');
    return reply.sendFile(file, root, { cacheControl: false });
  }

  function mountApp({ prefix, root }: StaticApp): void {
    app.get(prefix.slice(0, -1), async (_request, reply) => reply.code(301).header('location', prefix).send());
    app.get(`${prefix}*`, async (request, reply) => {
      const found = fileFor((request.params as { '*': string })['*']);
      return found.page ? sendPage(request, reply, root, found.file, false) : sendFile(reply, root, found);
    });
  }
  mountApp(CONSOLE);
  mountApp(TERMINAL);
  app.get(`${CORE_FILES}*`, async (request, reply) => {
    const found = fileFor((request.params as { '*': string })['*']);
    // Files alone: pages have addresses of their own.
    if (found.page) throw new CodedError('not_found');
    return sendFile(reply, CONSOLE.root, found);
  });

  app.get(LOGIN, async (request, reply) => {
    const { ctx } = await visit(request);
    const next = readQuery(absoluteUrl(request.url, request.requestInfo.address)).next;
    if (ctx.actor.kind !== 'anonymous') return reply.code(302).header('location', safePath(next)).send();
    return sendPage(request, reply, CONSOLE.root, loginPage(), true);
  });
  app.get(SET_PASSWORD, async (request, reply) => {
    // The address holds a token: nothing that the page loads may be told of it.
    reply.header('referrer-policy', 'no-referrer');
    return sendPage(request, reply, CONSOLE.root, loginPage(), true);
  });
  app.get('/', async (request, reply) => {
    const { ctx } = await visit(request);
    return reply
      .code(302)
      .header('location', ctx.actor.kind === 'anonymous' ? LOGIN : CONSOLE.prefix)
      .send();
  });
  app.get('/core/i18n/:lang/', async (request, reply) => {
    const { lang } = request.params as { lang: string };
    const referer = request.headers.referer;
    const { host } = request.requestInfo.address;
    // Back to where the person was, when that was here.
    const from = referer && URL.canParse(referer) ? new URL(referer) : undefined;
    const target = from?.host === host ? safePath(`${from.pathname}${from.search}`) : '/';
    if (LANGUAGE_TAGS.has(lang.toLowerCase())) {
      reply.header(
        'set-cookie',
        serializeCookie(LANGUAGE_COOKIE, lang.toLowerCase(), { maxAge: YEAR, secure: request.requestInfo.address.secure }),
      );
    }
    return reply.code(302).header('location', target).send();
  });
}
