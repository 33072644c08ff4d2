import { createHash, type Hash } from 'node:crypto';
import { Transform } from 'node:stream';
import { digestValue } from '@postern/contract/signature';
import type { Context, Kernel, Reply, Request, Route } from '@postern/resource';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { claimWrite } from '../auth/used-signatures.ts';
import { inTransaction, withoutTransaction } from '../database/transaction.ts';
import { type Admitted, admit, proveCsrf, type RequestGuard } from './admit.ts';
import { translateError } from './errors.ts';
import { absoluteUrl, readQuery, sendReply, toRequest } from './request.ts';
import { answerCookies, saveSession } from './session-cookies.ts';

const admitted = new WeakMap<FastifyRequest, Admitted>();
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Hashes of bodies that are being read. */
const bodies = new WeakMap<FastifyRequest, Hash>();
/** Their parts are read by the handler, as a stream. */
const isMultipart = (request: FastifyRequest): boolean => /^multipart\/form-data/i.test(request.headers['content-type'] ?? '');

/** The body as it passes on its way to the parser: a signature covers its bytes, not what becomes of them. */
function hashing(request: FastifyRequest, payload: RequestPayload): Transform {
  const hash = createHash('sha256');
  bodies.set(request, hash);
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  payload.on('error', (error) => through.destroy(error));
  return payload.pipe(through);
}

/** What `Digest` has to say of the body that was read; undefined for a form with files. */
const bodyDigest = (request: FastifyRequest): string | undefined =>
  isMultipart(request) ? undefined : digestValue((bodies.get(request) ?? createHash('sha256')).digest());

/** Mounts routes as data: the policy before the body is read, then the handler in its transaction, then cookies and answer. */
export function mountRoutes(app: FastifyInstance, guard: RequestGuard, kernel: Kernel, routes: readonly Route[]): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      ...(route.fileLimit === undefined ? {} : { config: { fileLimit: route.fileLimit } }),
      onRequest: async (request) => {
        const query = readQuery(absoluteUrl(request.url, request.requestInfo.address));
        admitted.set(request, await admit(guard, request.raw, request.requestInfo, route, query));
      },
      preParsing: async (request, _reply, payload) => {
        const entry = admitted.get(request);
        if (!entry?.signed || SAFE.has(request.method) || isMultipart(request)) return payload;
        return hashing(request, payload);
      },
      handler: async (request, reply) => handle(guard, kernel, route, request, reply),
    });
  }
}

async function handle(
  guard: RequestGuard,
  kernel: Kernel,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const entry = admitted.get(request);
  if (!entry) throw new Error('A request reached its handler without passing its policy');
  const { ctx, session, csrfPending } = entry;
  if (entry.signed && !SAFE.has(request.method)) await claimWrite(guard.platform.database.db, entry.signed, bodyDigest(request));
  if (csrfPending) proveCsrf(session.record?.csrf, (request.body as Record<string, unknown> | null)?.csrfmiddlewaretoken);
  const url = absoluteUrl(request.url, request.requestInfo.address);
  const incoming = toRequest(request, url, readQuery(url), route);
  try {
    const answer = await run(kernel, route, ctx, incoming);
    await saveSession(guard.platform, session);
    setCookies(guard, request, reply, entry);
    if (entry.queries) reply.header('x-jms-sql-count', entry.queries());
    return sendReply(reply, answer);
  } catch (error) {
    // Marks of a login flow outlive a refusal; after an unforeseen error nothing is kept.
    if (!translateError(error, ctx.language, request.id).unexpected) {
      await saveSession(guard.platform, session);
      setCookies(guard, request, reply, entry);
    }
    throw error;
  }
}

function run(kernel: Kernel, route: Route, ctx: Context, request: Request): Promise<Reply> {
  const { tx } = ctx;
  const work = (inner: Context): Promise<Reply> => route.handle(inner, request, kernel);
  return (route.transaction ?? !SAFE.has(route.method)) ? inTransaction(tx, ctx, work) : withoutTransaction(tx, ctx, work);
}

export function setCookies(guard: RequestGuard, request: FastifyRequest, reply: FastifyReply, { session }: Admitted): void {
  const { settings, systemSettings } = guard.platform;
  const cookies = answerCookies(session, request.requestInfo, {
    names: guard.cookies,
    prefix: settings.cookiePrefix,
    page: !request.url.startsWith('/api'),
    closeForced: systemSettings.get('SESSION_EXPIRE_AT_BROWSER_CLOSE_FORCE'),
  });
  if (cookies.length) reply.header('set-cookie', cookies);
}
