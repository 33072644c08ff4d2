import type { Context, Reply, Request, Route } from '@postern/resource';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inTransaction, withoutTransaction } from '../database/transaction.ts';
import { type Admitted, admit, type Doorkeeper, proveCsrf } from './admit.ts';
import { translateError } from './errors.ts';
import { absoluteUrl, readQuery, sendReply, toRequest } from './request.ts';
import { answerCookies, saveSession } from './session-cookies.ts';

const admitted = new WeakMap<FastifyRequest, Admitted>();
const SAFE = new Set(['GET', 'OPTIONS']);

/** Mounts routes as data: the door before the body is read, then the handler in its transaction, then cookies and answer. */
export function mountRoutes(app: FastifyInstance, keeper: Doorkeeper, routes: readonly Route[]): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      ...(route.fileLimit === undefined ? {} : { config: { fileLimit: route.fileLimit } }),
      onRequest: async (request) => {
        const query = readQuery(absoluteUrl(request.url, request.arrival.address));
        admitted.set(request, await admit(keeper, request.raw, request.arrival, route, query));
      },
      handler: async (request, reply) => handle(keeper, route, request, reply),
    });
  }
}

async function handle(keeper: Doorkeeper, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const entry = admitted.get(request);
  if (!entry) throw new Error('A request reached its handler without passing the door');
  const { ctx, session, csrfPending } = entry;
  if (csrfPending) proveCsrf(session.record?.csrf, (request.body as Record<string, unknown> | null)?.csrfmiddlewaretoken);
  const url = absoluteUrl(request.url, request.arrival.address);
  const incoming = toRequest(request, url, readQuery(url), route);
  try {
    const answer = await run(route, ctx, incoming);
    await saveSession(keeper.platform, session);
    setCookies(keeper, request, reply, entry);
    if (entry.queries) reply.header('x-jms-sql-count', entry.queries());
    return sendReply(reply, answer);
  } catch (error) {
    // Marks of a login flow outlive a refusal; after an unforeseen error nothing is kept.
    if (!translateError(error, ctx.language, request.id).unexpected) {
      await saveSession(keeper.platform, session);
      setCookies(keeper, request, reply, entry);
    }
    throw error;
  }
}

function run(route: Route, ctx: Context, request: Request): Promise<Reply> {
  const { tx } = ctx;
  const work = (inner: Context): Promise<Reply> => route.handle(inner, request);
  return (route.transaction ?? !SAFE.has(route.method)) ? inTransaction(tx, ctx, work) : withoutTransaction(tx, ctx, work);
}

export function setCookies(keeper: Doorkeeper, request: FastifyRequest, reply: FastifyReply, { session }: Admitted): void {
  const { settings, systemSettings } = keeper.platform;
  const cookies = answerCookies(session, request.arrival, {
    names: keeper.cookies,
    prefix: settings.cookiePrefix,
    page: !request.url.startsWith('/api'),
    closeForced: systemSettings.get('SESSION_EXPIRE_AT_BROWSER_CLOSE_FORCE'),
  });
  if (cookies.length) reply.header('set-cookie', cookies);
}
