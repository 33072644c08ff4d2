import { DEVICE_SECONDS } from '../auth/known-devices.ts';
import { loginEnds } from '../auth/login-ends.ts';
import { createSession, type SessionRecord, saveSessionData, saveSessionKeys, touchSession } from '../auth/session-store.ts';
import type { RequestSession } from '../auth/sessions.ts';
import { newTransportKeys, publicKeyCookie } from '../auth/transport.ts';
import type { Platform } from '../platform.ts';
import type { RequestInfo } from './admit.ts';
import { type CookieNames, CSRF_AGE, EXPIRE_COOKIE, PREFIX_COOKIE, PUBLIC_KEY_COOKIE, serializeCookie } from './cookies.ts';

/** Seconds an anonymous session made for the login page lives. */
const PAGE_AGE = 3_600;

/** Stores what the request changed in its session, and slides its end. After an unforeseen error nothing is stored. */
export async function saveSession(platform: Platform, session: RequestSession): Promise<void> {
  const { record } = session;
  if (!record || session.newKey === null) return;
  const { db } = platform.database;
  if (JSON.stringify(record.data) !== session.before) await saveSessionData(db, record.id, record.data);
  if (!session.unattended) await touchSession(db, record, new Date(), loginEnds(platform.systemSettings));
}

/**
 * Pages carry the session's public key, so that forms can encrypt secrets (docs/wire/conventions.md#secrets-on-their-way). The login page makes
 * a session when there is none; key pairs are made once per session, off the event loop.
 */
export async function preparePage(platform: Platform, session: RequestSession, requestInfo: RequestInfo, userAgent: string): Promise<void> {
  const { db } = platform.database;
  if (!session.record) {
    const made = await createSession(db, { userId: null, data: {}, keep: false, age: PAGE_AGE }, { ip: requestInfo.address.ip, userAgent });
    session.record = made.record;
    session.newKey = made.key;
    session.before = JSON.stringify(made.record.data);
  }
  if (session.record.publicKey) return;
  const keys = await newTransportKeys();
  session.record.publicKey = keys.publicKey;
  session.record.privateKey = platform.secrets.encrypt(keys.privateKey);
  await saveSessionKeys(db, session.record.id, keys.publicKey, session.record.privateKey);
}

interface CookieOptions {
  names: CookieNames;
  prefix: string;
  /** The path does not start with `/api`. */
  page: boolean;
  /** Setting SESSION_EXPIRE_AT_BROWSER_CLOSE_FORCE. */
  closeForced: boolean;
}

/** Set-Cookie values of an answer, exactly as clients expect them (docs/wire/conventions.md#cookies). */
export function answerCookies(
  session: RequestSession,
  requestInfo: RequestInfo,
  { names, prefix, page, closeForced }: CookieOptions,
): string[] {
  const { record, newKey } = session;
  const { cookies } = requestInfo;
  const { secure } = requestInfo.address;
  const out: string[] = [];
  if (!cookies.has(PREFIX_COOKIE)) out.push(serializeCookie(PREFIX_COOKIE, prefix, { secure }));
  if (newKey === null) {
    for (const name of [names.session, EXPIRE_COOKIE])
      out.push(serializeCookie(name, '', { maxAge: 0, httpOnly: name === names.session, secure }));
    return out;
  }
  if (!record) return out;
  const keep = record.keep && !closeForced;
  if (newKey !== undefined)
    out.push(serializeCookie(names.session, newKey, { httpOnly: true, secure, ...(keep ? { maxAge: record.age } : {}) }));
  if (cookies.get(names.csrf) !== record.csrf) out.push(serializeCookie(names.csrf, record.csrf, { maxAge: CSRF_AGE, secure }));
  const device = session.device.next;
  if (device) out.push(serializeCookie(names.device, device, { maxAge: DEVICE_SECONDS, httpOnly: true, secure }));
  // What outlives the browser is there until the login ends at the latest: it may be used until then.
  if (session.loggedIn)
    out.push(serializeCookie(EXPIRE_COOKIE, keep ? 'age' : 'close', { maxAge: keep ? record.age : remaining(record), secure }));
  const key = record.publicKey && publicKeyCookie(record.publicKey);
  if (page && key && cookies.get(PUBLIC_KEY_COOKIE) !== key) out.push(serializeCookie(PUBLIC_KEY_COOKIE, key, { secure }));
  return out;
}

const remaining = (record: SessionRecord): number => Math.max(1, Math.floor((record.expiresAt.getTime() - Date.now()) / 1000));
