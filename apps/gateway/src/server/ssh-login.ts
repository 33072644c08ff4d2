import type { LoginStep, PersonLogin } from '@postern/client/person-login';
import type { AuthContext, Connection, PublicKeyAuthContext } from 'ssh2';
import { authorizeSession } from '../authorize/grant.ts';
import type { Entered } from '../authorize/grant-source.ts';
import { readLoginName } from '../authorize/login-name.ts';
import type { CoreClient } from '../core/decision.ts';
import type { LoginWays } from '../core/link.ts';
import { banner, ssh2 } from '../ssh2.ts';
import { converse, LOGIN_LANGUAGE } from './login-conversation.ts';
import { type LoginEvent, type LoginMethod, type LoginState, methodsOf, newLogin, stepLogin } from './login-state.ts';

/**
 * What whoever has shown who they are is told when it keeps them out, in the words of the core. Nothing of it tells whether a name exists, or whether a
 * password is right, to anybody else.
 */
const TOLD: ReadonlySet<string> = new Set([
  'terms_required',
  'passwd_has_expired',
  'passwd_too_simple',
  'passwd_need_update',
  'mfa_unset',
  'mfa_failed',
  'block_mfa',
  'answer_refused',
  'user_inactive',
  'user_expired',
  'outside_ended',
  'acl_not_allow',
  'review_impossible',
  'login_confirm_error',
  'code_send_too_frequently',
  'device_refused',
  'device_over',
  'device_other',
  'throttled',
  'unexpect_error',
]);

export interface SshLoginOptions {
  core: CoreClient;
  /** Aborted when the gateway is about to stop. */
  leaving: AbortSignal;
  /** Whether the settings let native clients in now. Those that are in stay. */
  open(): boolean;
  /** Names of the protocols that there are. */
  protocols: ReadonlySet<string>;
  takes(): LoginWays;
  log: { info(data: object, message: string): void; warn(data: object, message: string): void };
}

/** What the connection is told of its login. */
export interface LoginEvents {
  /** A first factor was right. */
  proved(): void;
  /** A browser is waited for, and nothing is shown yet. */
  browsing(): void;
  /** False when there is no room for them. */
  entered(who: Entered): boolean;
}

/** `who` came in unless `more` is due. */
type Tried = { right: false } | { right: true; more: true; who?: undefined } | { right: true; more: false; who: Entered };
const WRONG: Tried = { right: false };

/**
 * The login at the SSH door (docs/wire/components.md#native-clients). A name `JMS-{token}` takes the token's value as password. People log in
 * by their own name with a key or a password, and answer what else is due in a conversation; the core decides each step.
 * @param ip where the client is
 */
export function serveLogin(connection: Connection, ip: string, options: SshLoginOptions, events: LoginEvents): void {
  const { core, log } = options;
  let state: LoginState = newLogin;
  let login: PersonLogin | undefined;
  const gone = new AbortController();
  const leave = () => gone.abort();
  connection.once('close', leave);
  // A login that waits for somebody is withdrawn: the gateway that comes next knows nothing of it.
  options.leaving.addEventListener('abort', leave, { once: true });
  connection.once('close', () => options.leaving.removeEventListener('abort', leave));

  connection.on('authentication', (context) => {
    if (!options.open()) {
      log.info({ from: ip }, 'native clients are switched off');
      connection.end();
      return;
    }
    const name = readLoginName(context.username, options.protocols);
    const taken = name?.kind === 'person' ? methodsFor(options.takes()) : (['password'] as const);
    const move = (event: LoginEvent) => {
      const next = stepLogin(state, event, taken);
      state = next.state;
      return next.action;
    };
    const answer = (action: ReturnType<typeof move>): void => {
      if (gone.signal.aborted) return;
      if (action === 'let-in') context.accept();
      else if (action === 'disconnect') connection.end();
      else if (action !== 'none') context.reject(methodsOf(state, taken), action === 'partly');
    };
    const failed = (error: unknown): Tried => {
      log.warn({ from: ip, why: error instanceof Error ? error.message : '' }, 'a login was refused');
      return WRONG;
    };

    async function attempt(): Promise<Tried> {
      if (name?.kind === 'token') return byToken(name.id, context);
      if (name?.kind !== 'person') return WRONG;
      const { username, target } = name;
      login ??= core.personLogin(ip);
      const step = await firstStep(login, username, context, state.phase === 'more');
      if (!step) return WRONG;
      if (step.step === 'refused') {
        if (TOLD.has(step.code) && step.detail !== '') banner(connection, step.detail);
        throw new Error(step.code || step.detail);
      }
      if (step.step !== 'in') return { right: true, more: true };
      return {
        right: true,
        more: false,
        who: { kind: 'person', user: step.user.id, username: step.user.username, login: step.login, target },
      };
    }

    async function byToken(id: string, given: AuthContext): Promise<Tried> {
      if (given.method !== 'password' || given.password === '') return WRONG;
      const grant = await authorizeSession(core, id, { value: given.password }, LOGIN_LANGUAGE);
      return { right: true, more: false, who: { kind: 'token', user: grant.secret.user.id, grant } };
    }

    async function firstStep(login: PersonLogin, username: string, given: AuthContext, resumed: boolean): Promise<LoginStep | undefined> {
      if (given.method === 'password') return given.password === '' ? undefined : login.attempt({ username, password: given.password });
      if (given.method === 'publickey') return verified(given) ? login.attempt({ username, publicKey: wireOf(given) }) : undefined;
      if (given.method !== 'keyboard-interactive') return undefined;
      return converse(given, { core, login, username, resumed, takes: options.takes(), gone: gone.signal, ...events });
    }

    function settle(tried: Tried): void {
      if (gone.signal.aborted) return void connection.end();
      if (!tried.right) answer(move({ type: 'wrong' }));
      else if (tried.who && !events.entered(tried.who)) connection.end();
      else {
        if (tried.more) events.proved();
        answer(move({ type: 'right', more: tried.more }));
      }
    }

    const action = move({
      type: 'asked',
      name: context.username,
      method: context.method,
      signed: context.method === 'publickey' && context.signature !== undefined,
    });
    if (action === 'try') attempt().catch(failed).then(settle);
    else if (action === 'look-at-offer' && name?.kind === 'person' && context.method === 'publickey') {
      core.knowsKey(name.username, wireOf(context)).then(
        (known) => {
          if (gone.signal.aborted) return;
          if (known && readable(context)) context.accept();
          else answer('refuse');
        },
        (error: unknown) => {
          failed(error);
          answer('refuse');
        },
      );
    } else answer(action);
  });
}

function methodsFor({ password, key, browser }: LoginWays): LoginMethod[] {
  return [
    ...(key ? (['publickey'] as const) : []),
    ...(password || browser ? (['keyboard-interactive'] as const) : []),
    ...(password ? (['password'] as const) : []),
  ];
}

const wireOf = ({ key }: PublicKeyAuthContext): string => key.data.toString('base64');

/** A key of a kind that can be verified here. Its wire form begins with its type (RFC 4253 §6.6); the algorithm of a signature may be called otherwise. */
const readable = (context: PublicKeyAuthContext) => {
  const { data } = context.key;
  const type = data.length > 4 ? data.toString('latin1', 4, 4 + Math.min(data.readUInt32BE(0), 64)) : '';
  const parsed = ssh2.utils.parseKey(`${type} ${wireOf(context)}`);
  return parsed instanceof Error ? undefined : parsed;
};

function verified(context: PublicKeyAuthContext): boolean {
  const { signature, blob } = context;
  if (!signature || !blob) return false;
  return readable(context)?.verify(blob, signature, context.hashAlgo) === true;
}
