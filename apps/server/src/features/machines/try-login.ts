import { CodedError } from '@postern/contract/errors';
import { profileOf } from '@postern/contract/ssh-algorithms';
import { type Context, can, FLAG_SCHEMA, objectSchema, type Route, TEXT_SCHEMA } from '@postern/resource';
import { turns } from '../../platform/concurrency.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { question } from '../../platform/routes/question.ts';
import { answerShape } from '../../platform/shown.ts';
import { dialTcp, type HostKey, logIn, SshFailure, type SshIdentity } from '../../platform/ssh/log-in.ts';
import { asset } from '../assets/index.ts';
import { hostKeysAt } from '../connection-tokens/index.ts';
import { LOGIN_FIELDS, plainSecret } from './machine.fields.ts';
import { lookAtMadeKey } from './made-keys.ts';

/** Milliseconds until the machine has taken the connection, and from there until the login is through. */
const CONNECT_MS = 8_000;
const LOGIN_MS = 15_000;
/** Machines that are slow take no more of a process than this; a person has one test at a time. */
const TESTS = turns({ atOnce: 8, waiting: 16 });
const RETRY_SECONDS = 5;

/** Why there is no login, as the wire says it; what to do about it is said where it is shown. */
const REASONS = [
  '',
  'no_such_name',
  'closed_port',
  'no_route',
  'no_answer',
  'unreachable',
  'host_key',
  'wrong_password',
  'key_refused',
  'unreadable_key',
  'no_login_answer',
  'no_ssh',
  'algorithms',
] as const;
type Reason = (typeof REASONS)[number];

const DIALLED: ReadonlyMap<string, Reason> = new Map([
  ['ENOTFOUND', 'no_such_name'],
  ['EAI_AGAIN', 'no_such_name'],
  ['ECONNREFUSED', 'closed_port'],
  ['EHOSTUNREACH', 'no_route'],
  ['ENETUNREACH', 'no_route'],
  ['ETIMEDOUT', 'no_answer'],
]);
const LOGGED_IN = {
  hostKey: 'host_key',
  unreadableKey: 'unreadable_key',
  timeout: 'no_login_answer',
  noSsh: 'no_ssh',
  algorithms: 'algorithms',
} as const satisfies Partial<Record<SshFailure['why'], Reason>>;

function reasonOf({ why, detail }: SshFailure, secretType: string): Reason {
  if (why === 'unreachable') return DIALLED.get(detail) ?? 'unreachable';
  if (why === 'refused') return secretType === 'ssh_key' ? 'key_refused' : 'wrong_password';
  return LOGGED_IN[why];
}

const ANSWER = answerShape(
  objectSchema({
    ok: FLAG_SCHEMA,
    reason: { enum: REASONS },
    host_key_type: TEXT_SCHEMA,
    host_key: TEXT_SCHEMA,
    /** With `algorithms`: what has no common one, and both offers. */
    kind: TEXT_SCHEMA,
    ours: TEXT_SCHEMA,
    theirs: TEXT_SCHEMA,
  }),
  'LoginTried',
);

type Place = { address: string; port: number };

/** Logs in and leaves at once: nothing is run, and nothing is kept. */
async function attempt(ctx: Context, { address, port }: Place, identity: SshIdentity) {
  const known = await hostKeysAt(ctx, address, port);
  let shown: HostKey = { type: '', fingerprint: '' };
  let failure: SshFailure | undefined;
  try {
    const stream = await dialTcp(address, port, CONNECT_MS);
    const client = await logIn({
      ...identity,
      stream,
      known: known.map(({ type }) => type),
      async trust(seen) {
        shown = seen;
        return known.length === 0 || known.some(({ type, fingerprint }) => type === seen.type && fingerprint === seen.fingerprint);
      },
      limit: LOGIN_MS,
      algorithms: profileOf(undefined, false),
    });
    client.destroy();
  } catch (error) {
    if (!(error instanceof SshFailure)) throw error;
    failure = error;
  }
  return {
    ok: failure === undefined,
    reason: failure ? reasonOf(failure, identity.secretType) : '',
    host_key_type: shown.type,
    host_key: shown.fingerprint,
    kind: failure?.offers?.kind ?? '',
    ours: failure?.offers?.ours ?? '',
    theirs: failure?.offers?.theirs ?? '',
  };
}

/** Who tried to log in where, whatever came of it: a test that nobody could be asked about would make this a tool for guessing passwords. */
const note = (ctx: Context, { address, port }: Place, username: string): Promise<void> =>
  inTransaction(ctx.tx, ctx, async (inner) =>
    inner.audit({ action: 'connect', resourceType: 'host', resourceId: ctx.actor.id, resource: `${username}@${address}:${port}` }),
  );

/** Who has a test running in this process. */
const busy = new Set<string>();

const later = () => new CodedError('throttled', { seconds: RETRY_SECONDS });

/** `POST /hosts/try-login/` (docs/wire/assets.md#adding-a-machine): whether one can log in there, before anything is stored. */
export const tryLoginRoute: Route = question({
  path: '/api/v1/assets/hosts/try-login/',
  name: 'assets.host.tryLogin',
  who: can('assets.add_asset', 'assets.test_assetconnectivity'),
  rows: { of: [asset] },
  body: LOGIN_FIELDS,
  bodyLimit: 131_072,
  answer: ANSWER,
  errors: ['throttled'],
  async tell(ctx, { body }) {
    const identity = { username: body.username, secretType: body.secret_type, secret: await plainSecret(ctx, body, lookAtMadeKey) };
    const who = ctx.actor.id;
    if (busy.has(who)) throw later();
    busy.add(who);
    try {
      await note(ctx, body, body.username);
      const done = await TESTS.take(() => attempt(ctx, body, identity));
      if (!done) throw later();
      return done.value;
    } finally {
      busy.delete(who);
    }
  },
});
