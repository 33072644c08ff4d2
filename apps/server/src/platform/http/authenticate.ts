import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { CodedError } from '@postern/contract/errors';
import { parseSignature, sameMac, signedTargets, signingString } from '@postern/contract/signature';
import type { Database, KeyLimits } from '@postern/resource';
import { addressListed } from '../auth/address-list.ts';
import { userOfBearerToken } from '../auth/bearer-tokens.ts';
import type { BootstrapGate } from '../auth/bootstrap-gate.ts';
import type { Identity, IdentityUser } from '../auth/identity.ts';
import type { IdentityCache } from '../auth/identity-cache.ts';
import type { LoginEnds } from '../auth/login-ends.ts';
import { findSession, type SessionRecord } from '../auth/session-store.ts';
import { claimNonce, readSigned, type SignedRequest } from '../auth/used-signatures.ts';

/** Who asks, and by what. */
export interface Authentication {
  user: IdentityUser | undefined;
  /** The live browser session, also when nobody is logged in through it. Not looked at when a header speaks. */
  session: SessionRecord | undefined;
  /** The actor comes from the session cookie, so unsafe methods need a CSRF token. */
  bySession: boolean;
  bootstrap: boolean;
  /** The key that it is signed with may do less than its owner. */
  limits?: KeyLimits;
  /** The request is signed; a write has still to be held against its body. */
  signed?: SignedRequest;
}

/** Where a request comes from, and whether it is looked at again: a socket that stays open is asked after once more. */
export interface Asked {
  ip: string;
  again: boolean;
}

export interface Authenticator {
  db: Database;
  identity: Identity;
  cache: IdentityCache;
  bootstrap: BootstrapGate;
  /** When logins end, at this moment. */
  ends(): LoginEnds;
}

const ALGORITHMS: Readonly<Record<string, string>> = { 'hmac-sha256': 'sha256', 'hmac-sha1': 'sha1', 'hmac-sha512': 'sha512' };
/** Tokens of a login are 36 letters and digits: nothing is both. */
const PRIVATE_TOKEN = /^[0-9a-fA-F]{40}$/;
/** Every failure of a header gives this one answer. */
const failed = (): CodedError => new CodedError('authentication_failed');

interface Signer {
  user: IdentityUser;
  limits?: KeyLimits;
  signed?: SignedRequest;
}

/** A user by the Authorization header; undefined when the header is of a scheme that is not ours. */
async function byHeader(auth: Authenticator, request: IncomingMessage, authorization: string, asked: Asked): Promise<Signer | undefined> {
  const [scheme = '', ...rest] = authorization.trim().split(/\s+/);
  const value = rest.join(' ');
  switch (scheme.toLowerCase()) {
    case 'bearer': {
      // Identity providers have one field for a token, and send it as a bearer's.
      if (PRIVATE_TOKEN.test(value)) return byPrivateToken(auth, value, asked);
      const id = await userOfBearerToken(auth.db, value, auth.ends());
      return { user: valid(id === undefined ? undefined : await auth.cache.user(auth.db, id)) };
    }
    case 'token':
      if (!PRIVATE_TOKEN.test(value)) throw failed();
      return byPrivateToken(auth, value, asked);
    case 'signature':
      return bySignature(auth, request, authorization.trim(), asked);
    default:
      return undefined;
  }
}

/** A private token is held to its addresses and terms as an access key is (docs/decisions/0116). @throws CodedError authentication_failed */
async function byPrivateToken(auth: Authenticator, token: string, { ip }: Asked): Promise<Signer> {
  const found = await auth.identity.loadByPrivateToken(auth.db, token);
  const user = valid(found?.user);
  if (!found || !addressListed(ip, found.addresses)) throw failed();
  return { user, ...(found.limits ? { limits: found.limits } : {}) };
}

function valid(user: IdentityUser | undefined): IdentityUser {
  if (!user?.valid) throw failed();
  return user;
}

/**
 * Access-key signature (draft-cavage HTTP signatures, docs/decisions/0066). Date and replay are judged after the MAC, and refused with 403: on a 401 a
 * component throws its key away.
 * @throws CodedError authentication_failed, request_too_old, request_replayed
 */
async function bySignature(auth: Authenticator, request: IncomingMessage, authorization: string, asked: Asked): Promise<Signer> {
  const given = parseSignature(authorization);
  const hash = given && ALGORITHMS[given.algorithm.toLowerCase()];
  if (!given || !hash || given.headers.length > 32) throw failed();
  if (!given.headers.includes('(request-target)') || !given.headers.includes('date')) throw failed();
  const header = (name: string): string | undefined => {
    const value = request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  const key = await auth.identity.loadByAccessKey(auth.db, given.keyId.slice(0, 64));
  if (!key) throw failed();
  const right = signedTargets(request.url ?? '/').some((target) => {
    const signed = signingString(given.headers, request.method ?? 'GET', target, header);
    return signed !== undefined && sameMac(createHmac(hash, key.secret).update(signed).digest('base64'), given.signature);
  });
  if (!right || !addressListed(asked.ip, key.addresses)) throw failed();
  const user = valid(key.user);
  const whose = { user, ...(key.limits ? { limits: key.limits } : {}) };
  if (asked.again) return whose;
  const proof = readSigned({ ...given, keyId: key.keyId }, header, key.signsBody, Date.now());
  await claimNonce(auth.db, proof);
  await auth.identity.usedAccessKey(auth.db, key, { ip: asked.ip, signsBody: proof.once && proof.digest !== undefined });
  return { ...whose, signed: proof };
}

/**
 * The login under way of a person who came to a component: it signs as itself and keeps the cookies of each connection apart. A session
 * that somebody is logged in by is none: it would lend the component a person.
 */
async function loginByHeader(auth: Authenticator, user: IdentityUser, sessionKey: string | undefined): Promise<SessionRecord | undefined> {
  if (user.kind !== 'component' || !sessionKey) return undefined;
  const session = await findSession(auth.db, sessionKey, auth.ends());
  return session?.userId ? undefined : session;
}

/**
 * Finds out who asks: Bearer, Token, Signature, then the session cookie (docs/wire/conventions.md#who-asks). A header that is there
 * and wrong is refused, it never falls back to the cookie; inactive users of a session are anonymous.
 */
export async function authenticate(
  auth: Authenticator,
  request: IncomingMessage,
  sessionKey: string | undefined,
  asked: Asked,
): Promise<Authentication> {
  const { authorization } = request.headers;
  if (authorization) {
    if (/^bootstraptoken\s/i.test(authorization)) {
      const token = authorization.trim().split(/\s+/).at(-1) ?? '';
      return { user: undefined, session: undefined, bySession: false, bootstrap: auth.bootstrap.prove(asked.ip, token, Date.now()) };
    }
    const by = await byHeader(auth, request, authorization, asked);
    // A client that logs in by API keeps its flow in cookies; a header user may have a session beside it.
    if (by) return { ...by, session: await loginByHeader(auth, by.user, sessionKey), bySession: false, bootstrap: false };
  }
  const session = sessionKey ? await findSession(auth.db, sessionKey, auth.ends()) : undefined;
  const owner = session?.userId ? await auth.cache.user(auth.db, session.userId) : undefined;
  const user = owner?.valid ? owner : undefined;
  return { user, session, bySession: user !== undefined, bootstrap: false };
}
