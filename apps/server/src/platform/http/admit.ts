import type { IncomingMessage } from 'node:http';
import { CodedError } from '@postern/contract/errors';
import { ORG, parseUuid } from '@postern/contract/ids';
import { type Language, languageOf } from '@postern/contract/text';
import {
  type Actor,
  type Context,
  type KeyLimits,
  knownTimeZone,
  type Log,
  type Method,
  type Organisation,
  type Policy,
  type Query,
} from '@postern/resource';
import type { IdentityUser } from '../auth/identity.ts';
import { rootOrganisation } from '../auth/identity-cache.ts';
import { limited } from '../auth/key-limits.ts';
import { sameText } from '../auth/random.ts';
import { attachSession, type RequestSession } from '../auth/sessions.ts';
import { decryptTransport } from '../auth/transport.ts';
import type { SignedRequest } from '../auth/used-signatures.ts';
import { ANONYMOUS } from '../context.ts';
import { countQueries } from '../database/count-queries.ts';
import type { Platform } from '../platform.ts';
import { type Authentication, type Authenticator, authenticate } from './authenticate.ts';
import type { ClientAddress } from './client-address.ts';
import { type CookieNames, LANGUAGE_COOKIE, ORG_COOKIE, parseCookies } from './cookies.ts';
import { enforce } from './policy.ts';

export interface RequestGuard {
  platform: Platform;
  auth: Authenticator;
  cookies: CookieNames;
  address: (request: IncomingMessage) => ClientAddress;
}

/** What is known of a request before anything is asked of it. */
export interface RequestInfo {
  requestId: string;
  address: ClientAddress;
  cookies: ReadonlyMap<string, string>;
  language: Language;
  log: Log;
}

/** Whom a route or a socket lets in. */
export interface Guarded {
  method?: Method;
  path: string;
  policy: Policy;
  rootOrg?: boolean;
  fixedOrg?: string;
  connectionToken?: boolean;
}

export interface Admitted {
  ctx: Context;
  session: RequestSession;
  /** Queries so far, in dev mode. */
  queries?: () => number;
  /** CSRF is still to be proved by a form field, once the body has been read. */
  csrfPending: boolean;
  /** The request is signed; a write is claimed once its body is there. */
  signed?: SignedRequest;
}

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

export function requestInfoOf(guard: RequestGuard, request: IncomingMessage, requestId: string, log: Log): RequestInfo {
  const cookies = parseCookies(request.headers.cookie);
  return {
    requestId,
    address: guard.address(request),
    cookies,
    language: languageOf(cookies.get(LANGUAGE_COOKIE) ?? request.headers['accept-language']),
    log,
  };
}

async function organisationOf(
  guard: RequestGuard,
  requestInfo: RequestInfo,
  request: IncomingMessage,
  query: Query,
  oid: unknown,
  { rootOrg, fixedOrg }: Pick<Guarded, 'rootOrg' | 'fixedOrg'>,
): Promise<Organisation> {
  const { platform, auth } = guard;
  const root = (): Organisation => rootOrganisation(requestInfo.language, platform.systemSettings.get('GLOBAL_ORG_DISPLAY_NAME'));
  if (rootOrg) return root();
  // Header values are bytes; clients that send a name send it in UTF-8 or percent-encoded.
  const asked =
    fixedOrg || query.oid || header(request, 'x-jms-org') || requestInfo.cookies.get(ORG_COOKIE) || (typeof oid === 'string' ? oid : '');
  const value = asked.slice(0, 512);
  if (value.toLowerCase() === 'root' || parseUuid(value) === ORG.ROOT) return root();
  const wanted = value === '' || value.toLowerCase() === 'default' ? ORG.DEFAULT : (parseUuid(value) ?? value);
  const found = await auth.cache.organisation(auth.db, wanted);
  if (found?.isRoot) return root();
  return (
    found ?? (await auth.cache.organisation(auth.db, ORG.DEFAULT)) ?? { id: ORG.DEFAULT, name: 'Default', isRoot: false, isDefault: true }
  );
}

async function actorOf(guard: RequestGuard, user: IdentityUser | undefined, org: Organisation, limits?: KeyLimits): Promise<Actor> {
  if (!user) return ANONYMOUS;
  const { superuser, codes } = await guard.auth.cache.rights(guard.auth.db, user.id, org.id);
  const actor: Actor = {
    kind: user.kind,
    id: user.id,
    name: user.name,
    username: user.username,
    superuser,
    permissions: codes,
    ...(user.program ? { program: true } : {}),
    ...(user.component ? { component: user.component } : {}),
  };
  return limits ? limited(actor, limits) : actor;
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const isForm = (request: IncomingMessage): boolean =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(request.headers['content-type'] ?? '');

/**
 * CSRF (docs/wire/conventions.md#csrf): the token of the session, by header; pages may send it as a form field. The browser's
 * own word on where the request comes from counts as well. Answers whether the form field still has to be looked at.
 */
function checkCsrf(request: IncomingMessage, requestInfo: RequestInfo, proof: Authentication): boolean {
  const page = !(request.url ?? '').startsWith('/api/');
  if (SAFE.has(request.method ?? 'GET') || proof.bootstrap || !(proof.bySession || (page && !proof.user))) return false;
  const origin = header(request, 'origin');
  if (origin !== undefined && origin !== 'null' && (!URL.canParse(origin) || new URL(origin).host !== requestInfo.address.host))
    throw new CodedError('csrf_failed');
  const token = header(request, 'x-csrftoken');
  if (token === undefined && page && isForm(request)) return true;
  proveCsrf(proof.session?.csrf, token);
  return false;
}

/** @throws CodedError csrf_failed unless the token is the session's. */
export function proveCsrf(expected: string | undefined, given: unknown): void {
  if (expected === undefined || typeof given !== 'string' || !sameText(given, expected)) throw new CodedError('csrf_failed');
}

/**
 * Lets a request in or not: who asks, in which organisation, with which rights, and whether the policy lets them in.
 * Nothing of the body has been read yet, so strangers cannot make us read one.
 * @param again it was let in before and has stayed, as sockets do: date and replay were judged then
 * @throws CodedError not_authenticated, authentication_failed, permission_denied or csrf_failed
 */
export async function admit(
  guard: RequestGuard,
  request: IncomingMessage,
  requestInfo: RequestInfo,
  target: Guarded,
  query: Query,
  again = false,
): Promise<Admitted> {
  const { platform, auth } = guard;
  const elsewhere = target.policy.allow === 'anyone' && target.policy.elsewhere === true;
  const cookie = elsewhere ? undefined : requestInfo.cookies.get(guard.cookies.session);
  const proof = await authenticate(auth, request, cookie, { ip: requestInfo.address.ip, again });
  let { user } = proof;
  if (!user && target.connectionToken && query.token) {
    const owner = await auth.identity.loadByConnectionToken(auth.db, query.token.slice(0, 64));
    if (owner?.valid) user = owner;
  }
  const record = proof.session;
  const org = await organisationOf(guard, requestInfo, request, query, record?.data.oid, target);
  // Named for the logs only: the token opens the routes that ask for it, and gives no rights.
  const actor = proof.bootstrap ? { ...ANONYMOUS, name: 'Bootstrap token' } : await actorOf(guard, user, org, proof.limits);
  enforce(target.policy, actor, { bootstrap: proof.bootstrap }, { method: target.method, path: target.path, query });
  const csrfPending = !elsewhere && checkCsrf(request, requestInfo, proof);

  const counted = platform.settings.dev ? countQueries(platform.database.db) : undefined;
  let privateKey: string | undefined;
  const ctx: Context = {
    actor,
    org,
    tx: counted?.db ?? platform.database.db,
    clock: () => new Date(),
    log: requestInfo.log,
    language: requestInfo.language,
    timeZone: knownTimeZone(header(request, 'x-tz'), platform.settings.timeZone),
    origin: { ip: requestInfo.address.ip, requestId: requestInfo.requestId, userAgent: header(request, 'user-agent') ?? '' },
    session: record ? { id: record.id, data: record.data } : null,
    secrets: platform.secrets,
    decrypt(value) {
      if (!record?.privateKey || !value.includes(':')) return value;
      privateKey ??= platform.secrets.decrypt(record.privateKey);
      return decryptTransport(value, privateKey);
    },
    audit: () => undefined,
    afterCommit: () => undefined,
  };
  const session: RequestSession = {
    record,
    before: JSON.stringify(record?.data ?? {}),
    newKey: undefined,
    unattended: header(request, 'x-postern-unattended') === '1',
    loggedIn: false,
    device: { token: requestInfo.cookies.get(guard.cookies.device) },
  };
  attachSession(ctx, session);
  return { ctx, session, csrfPending, ...(proof.signed ? { signed: proof.signed } : {}), ...(counted ? { queries: counted.count } : {}) };
}
