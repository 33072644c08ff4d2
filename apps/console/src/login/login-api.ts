import { clientOver } from '@postern/client/api';
import { ApiError, createHttp } from '@postern/client/http';
import { signWithPasskey } from '@postern/client/passkey';
import { encryptSecret } from '@postern/client/transport';
import { type Work, workOut } from '@postern/client/work';
import { currentLanguage } from '../i18n/language.ts';
import type { PublicSettings } from '../session/session-types.ts';

/** The calls of the login page. */

export const LOGIN = '/core/auth/login/';

export interface MfaMethod {
  name: string;
  /** Empty when the server sends names only. */
  label: string;
  disabled: boolean;
}

export type LoginAnswer =
  | { state: 'done'; next: string | undefined }
  /** `trustDays`: for so long this browser may do without afterwards; 0 where it may not. */
  | { state: 'mfa'; methods: readonly MfaMethod[]; trustDays: number }
  /** A second factor is wanted and none is set up: that comes first. */
  | { state: 'enrol' }
  /** All is shown; a rule wants somebody else to approve it first. */
  | { state: 'review'; assignees: readonly string[] }
  /** Terms of use are to be accepted first. */
  | { state: 'terms'; version: string; text: string }
  /** The password is right and has to be replaced before the login goes on. */
  | { state: 'renew'; message: string }
  /** `message` is the server's own text; empty when it gave none. */
  | { state: 'refused'; reason: 'credentials' | 'network' | 'server' | 'stale'; message: string }
  /** The browser has to work something out first. */
  | { state: 'work'; work: Work; message: string }
  /** The name pauses; a code of the second factor along with the password gets past that. */
  | { state: 'paused'; message: string };

const http = createHttp({ language: () => currentLanguage().tag });
const client = clientOver(http);

export function loadOpenSettings(): Promise<PublicSettings> {
  return client.public.open();
}

/** First step. The password travels encrypted whenever the server gave a key. */
export async function login(
  { username, password, keep, code, challenge }: Typed,
  onWork: (working: boolean) => void = () => undefined,
): Promise<LoginAnswer> {
  const factor = code ? { code, mfa_type: 'otp' } : {};
  const body = { username, password: await encryptSecret(password), auto_login: keep, ...factor, ...(challenge ? { challenge } : {}) };
  let answer = await ask(LOGIN, body);
  for (let round = 0; answer.state === 'work' && round < WORK_ROUNDS; round += 1) {
    onWork(true);
    const captcha = await workOut(answer.work);
    onWork(false);
    if (captcha === undefined) break;
    answer = await ask(LOGIN, { ...body, captcha });
  }
  return answer.state === 'work' ? { state: 'refused', reason: 'credentials', message: answer.message } : answer;
}

/** What somebody has typed on the first page. */
export interface Typed {
  username: string;
  password: string;
  keep: boolean;
  /** Of the second factor; empty without. */
  code: string;
  /** A one-time code that goes behind the password; empty without. */
  challenge: string;
}

/** How often the page works something out for one press of the button: others at the same address may fail meanwhile, which makes it more. */
const WORK_ROUNDS = 3;

/** Logs in as one of the people of a demo. */
export const loginOfDemo = (person: string): Promise<LoginAnswer> => ask(`${LOGIN}demo/`, { person });

/** Second step. */
export function verifyMfa(method: string, code: string, trust = false): Promise<LoginAnswer> {
  return ask(`${LOGIN}mfa/`, { mfa_type: method, code, ...(trust ? { trust } : {}) });
}

/** Second step with a passkey: the server asks, the device signs. @throws PasskeyError */
export async function loginByPasskey(trust = false): Promise<LoginAnswer> {
  let options: unknown;
  try {
    options = await http.post(`${LOGIN}mfa/passkey/`, {}, { ownUnauthorized: true });
  } catch (error) {
    return refusalOf(error);
  }
  return ask(`${LOGIN}mfa/`, { mfa_type: 'passkey', credential: await signWithPasskey(options), ...(trust ? { trust } : {}) });
}

/**
 * Who one is, by a passkey alone.
 * @param how `whileTyping`: the browser offers keys where the name is typed, and waits until one is chosen or `signal` ends it
 * @throws PasskeyError
 */
export async function signIn(keep: () => boolean, how: { whileTyping?: true; signal?: AbortSignal } = {}): Promise<LoginAnswer> {
  let options: unknown;
  try {
    options = await http.post(`${LOGIN}passkey/start/`, {}, { ownUnauthorized: true });
  } catch (error) {
    // Who did not ask is told nothing: it would stand in place of what they did ask.
    if (how.whileTyping) throw error;
    return refusalOf(error);
  }
  const credential = await signWithPasskey(options, how);
  return ask(`${LOGIN}passkey/`, { credential, auto_login: keep() });
}

export interface Enrolment {
  secret: string;
  uri: string;
}

/** Begins to set up an authenticator on the way in. */
export async function startEnrolment(): Promise<Enrolment | LoginAnswer> {
  try {
    return await http.post<Enrolment>(`${LOGIN}otp/start/`, {}, { ownUnauthorized: true });
  } catch (error) {
    return refusalOf(error);
  }
}

/** The code of the new authenticator. The recovery codes that come along are shown before the login goes on. */
export async function finishEnrolment(code: string): Promise<{ answer: LoginAnswer; codes: readonly string[] }> {
  try {
    const body = await http.post<{ recovery_codes?: string[] }>(`${LOGIN}otp/`, { code }, { ownUnauthorized: true });
    return { answer: answerOf(body), codes: body.recovery_codes ?? [] };
  } catch (error) {
    return { answer: refusalOf(error), codes: [] };
  }
}

/** Replaces a password that is due; the server then goes on with the login. */
export async function renewPassword(password: string, again: string): Promise<LoginAnswer> {
  return ask(`${LOGIN}password/`, { new_password: await encryptSecret(password), new_password_again: await encryptSecret(again) });
}

/** Accepts a version of the terms of use; the login then goes on. */
export const acceptTerms = (version: string): Promise<LoginAnswer> => ask(`${LOGIN}terms/`, { version });

const PASSWORD = '/core/auth/password/';

/** Why something did not work. `dead`: this link will never work again. */
export interface LoginError {
  reason: 'credentials' | 'network' | 'server' | 'stale';
  message: string;
  dead: boolean;
}

/** Whose link it is, and what their password has to hold. */
export interface LinkInfo {
  username: string;
  rule: { length: number; upper: boolean; lower: boolean; digit: boolean; special: boolean };
}

/** Asks for a link by mail. @returns why that did not work; undefined for everybody else, known or not */
export const askForLink = (username: string): Promise<LoginError | undefined> => submit(`${PASSWORD}forgot/`, { username });

/** Sets a password by the token of a link. @returns why that did not work */
export const setPasswordByLink = async (token: string, password: string, again: string): Promise<LoginError | undefined> =>
  submit(`${PASSWORD}reset/`, { token, new_password: await encryptSecret(password), new_password_again: await encryptSecret(again) });

/** Whether a link still works. */
export async function checkLink(token: string): Promise<LinkInfo | LoginError> {
  try {
    return await http.post<LinkInfo>(`${PASSWORD}reset/check/`, { token }, { ownUnauthorized: true });
  } catch (error) {
    return loginErrorOf(error);
  }
}

async function submit(path: string, body: object): Promise<LoginError | undefined> {
  try {
    await http.post(path, body, { ownUnauthorized: true });
    return undefined;
  } catch (error) {
    return loginErrorOf(error);
  }
}

function loginErrorOf(error: unknown): LoginError {
  const answer = refusalOf(error);
  const dead = error instanceof ApiError && (error.body as { error?: unknown } | null)?.error === 'link_invalid';
  if (answer.state === 'paused') return { reason: 'credentials', message: answer.message, dead };
  return answer.state === 'refused' ? { reason: answer.reason, message: answer.message, dead } : { reason: 'server', message: '', dead };
}

/** How the approval stands: undefined while nobody has decided. */
export async function reviewAnswer(): Promise<'approved' | 'refused' | undefined> {
  const { msg, error } = await client.loginConfirmTicketStatus.status();
  if (error === 'login_confirm_wait') return undefined;
  return msg === 'ok' && !error ? 'approved' : 'refused';
}

/** Ends the login once it was approved, or says what is still missing of it and why it was refused. */
export const endReview = (): Promise<LoginAnswer> => ask(`${LOGIN}confirm/`, {});

/** A browser that comes back from another place says so in its address: what is missing of the login, or why it was refused, is asked. */
export const cameBack = (search: string): boolean => new URLSearchParams(search).get('go') === 'on';

/** Withdraws the request for approval. */
export const withdrawReview = (): Promise<unknown> => client.loginConfirmTicketStatus.close();

/** Has a code sent. @returns where it went, as far as that is told, and the seconds before another one may be asked for */
export async function sendCode(type: string): Promise<{ target: string; seconds: number }> {
  const { target = '', seconds = RESEND_SECONDS } = await client.mfa.select({ type });
  return { target, seconds };
}
/** Where the server does not say. */
const RESEND_SECONDS = 60;

/** How often, and for how many seconds at most, the page waits while the server has no room for another login. */
const WAITS = 8;
const MAX_WAIT = 20;

async function ask(path: string, body: object, waits = WAITS): Promise<LoginAnswer> {
  try {
    return answerOf(await http.post<unknown>(path, body, { ownUnauthorized: true }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'busy' || waits === 0) return refusalOf(error);
    const seconds = Math.min(MAX_WAIT, Math.max(1, error.retryAfter));
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return ask(path, body, waits - 1);
  }
}

/** Reads a 200: logged in, or a second step is asked for, or a refusal in the form that clients know. */
export function answerOf(body: unknown): LoginAnswer {
  const { error, msg, next, data } = (body ?? {}) as {
    error?: string;
    msg?: string;
    next?: string;
    data?: { choices?: unknown; assignees?: unknown; trust_days?: unknown; version?: unknown; text?: unknown };
  };
  if (error === 'mfa_unset') return { state: 'enrol' };
  if (isDue(error)) return { state: 'renew', message: msg ?? '' };
  if (error === 'terms_required') return { state: 'terms', version: String(data?.version ?? ''), text: String(data?.text ?? '') };
  if (error === 'login_confirm_wait') return { state: 'review', assignees: namesOf(data?.assignees) };
  if (error === 'mfa_required') return { state: 'mfa', methods: methodsOf(data?.choices), trustDays: Number(data?.trust_days ?? 0) };
  if (error) return { state: 'refused', reason: 'credentials', message: msg ?? '' };
  return { state: 'done', next };
}

const isDue = (code: unknown): boolean => code === 'passwd_need_update' || code === 'passwd_has_expired' || code === 'passwd_too_simple';

export function refusalOf(error: unknown): LoginAnswer {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 0) return { state: 'refused', reason: 'network', message: '' };
  if (error.status >= 500) return { state: 'refused', reason: 'server', message: error.code === 'busy' ? error.detail : '' };
  if (error.status === 403 && error.detail.startsWith('CSRF')) return { state: 'refused', reason: 'stale', message: '' };
  const { msg, detail, error: code, data } = (error.body ?? {}) as { msg?: unknown; detail?: unknown; error?: unknown; data?: unknown };
  const submit = [msg, detail].find((value): value is string => typeof value === 'string');
  if (isDue(code)) return { state: 'renew', message: submit ?? '' };
  if (code === 'captcha_required') return { state: 'work', work: data as Work, message: submit ?? '' };
  if (code === 'block_login') return { state: 'paused', message: submit ?? '' };
  // Without a text for people, field errors of a new password are all there is; an error code is no text.
  const message = submit ?? (typeof code === 'string' ? '' : error.detail);
  return { state: 'refused', reason: 'credentials', message };
}

const namesOf = (given: unknown): string[] => (Array.isArray(given) ? given.filter((one): one is string => typeof one === 'string') : []);

function methodsOf(choices: unknown): MfaMethod[] {
  if (!Array.isArray(choices)) return [];
  return choices.flatMap((choice: unknown) => {
    if (typeof choice === 'string') return [{ name: choice, label: '', disabled: false }];
    const { name, display_name, disabled } = (choice ?? {}) as { name?: unknown; display_name?: unknown; disabled?: unknown };
    return typeof name === 'string'
      ? [{ name, label: typeof display_name === 'string' ? display_name : '', disabled: disabled === true }]
      : [];
  });
}
