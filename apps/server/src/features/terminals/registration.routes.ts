import { generateKeyPairSync } from 'node:crypto';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { type Context, insert, ok, type ResolvedResource, type Route } from '@postern/resource';
import { sql } from 'kysely';
import { z } from 'zod';
import { sameText } from '../../platform/auth/random.ts';
import type { SettingsStore } from '../../platform/settings/store.ts';
import type { Messenger } from '../notifications/index.ts';
import { tellOfRegistration } from './standing.ts';
import { COMPONENT_TYPES } from './terminal.resource.ts';

export interface ServiceAccount {
  id: string;
  name: string;
  comment: string;
  access_key: { id: string; secret: string; is_active: boolean; date_created: string | null };
}

export interface RegistrationDeps {
  settings: SettingsStore;
  createServiceAccount(ctx: Context, input: { name: string; comment: string }): Promise<ServiceAccount>;
  terminal(): ResolvedResource;
  messenger: Messenger;
  /** What the gateway of this machine shows; undefined where no supervisor made one. */
  localProof: string | undefined;
}

const body = z.object({
  name: z.string().trim().min(1).max(1024),
  type: z.enum(COMPONENT_TYPES),
  comment: z.string().max(4096).default(''),
  version: z.string().max(64).default(''),
  methods: z.array(z.string().max(64)).max(64).optional(),
});

/** True for the gateway that the supervisor of this machine started, which loopback alone would not show. */
const isOwn = ({ localProof }: RegistrationDeps, shown: unknown): boolean =>
  localProof !== undefined && typeof shown === 'string' && sameText(shown, localProof);

/**
 * Whether a component may work at once: the setting asks for nobody, or it is this machine's own. Where somebody revoked a component, the next one from there waits in any case, so that it does
 * not come back by itself; deleting the revoked one ends that.
 */
async function mayWorkAtOnce(ctx: Context, deps: RegistrationDeps, own: boolean): Promise<boolean> {
  const { rows } = await sql`
    select 1 from terminals where date_revoked is not null and remote_addr = ${ctx.origin.ip} limit 1`.execute(ctx.tx);
  if (rows.length > 0) return false;
  return own || !deps.settings.get('SECURITY_COMPONENT_APPROVAL');
}

const MAX_NAME = 128;
/** Components that may want one name: those of one machine, and those whose key was lost. */
const MAX_NAMESAKES = 50;
/** Any constant that is this lock's own. */
const NAME_LOCK = 7_301_002;

/**
 * The name that a component gets: the one it wants, or that with the first free number behind it. Two of one machine want the same one, and
 * existing components that have lost their key ask for their old one until they are taken: they know no other.
 * @throws InvalidInput when there are too many of them: then somebody has to delete those that are gone
 */
async function ownName(ctx: Context, wanted: string): Promise<string> {
  await sql`select pg_advisory_xact_lock(${NAME_LOCK})`.execute(ctx.tx);
  const numbered = Array.from({ length: MAX_NAMESAKES - 1 }, (_, at) => `-${at + 2}`).map(
    (end) => wanted.slice(0, MAX_NAME - end.length) + end,
  );
  const { rows } = await sql<{ name: string }>`
    select name from terminals where name = any(${[wanted, ...numbered]}::text[])
    union select username from users where username = any(${[wanted, ...numbered]}::text[])`.execute(ctx.tx);
  const taken = new Set(rows.map((row) => row.name));
  const free = [wanted, ...numbered].find((name) => !taken.has(name));
  if (free === undefined) throw InvalidInput.on('name', 'unique');
  return free;
}

/** A component joins: service account, access key, terminal row (docs/wire/components.md#registering). */
export function registrationRoutes(deps: RegistrationDeps): Route[] {
  const handle: Route['handle'] = async (ctx, request) => {
    if (!deps.settings.get('SECURITY_SERVICE_ACCOUNT_REGISTRATION'))
      throw new CodedError('permission_denied', {}, { body: { error: 'registration is disabled' } });
    const parsed = body.safeParse(request.body);
    if (!parsed.success) throw InvalidInput.on(String(parsed.error.issues[0]?.path[0] ?? 'non_field_errors'), 'invalid');
    const { type, methods, version } = parsed.data;
    // Longer names are kept whole in the comment.
    const wanted = parsed.data.name.slice(0, MAX_NAME);
    const comment = wanted === parsed.data.name ? parsed.data.comment : `${parsed.data.name}\n${parsed.data.comment}`;
    const name = await ownName(ctx, wanted);
    const account = await deps.createServiceAccount(ctx, { name, comment });
    const own = isOwn(deps, request.headers['x-postern-local']);
    const approved = await mayWorkAtOnce(ctx, deps, own);
    await insert(deps.terminal(), ctx, {
      name,
      type,
      comment,
      version,
      remote_addr: ctx.origin.ip,
      user_id: account.id,
      methods: methods ?? null,
      date_approved: approved ? ctx.clock() : null,
      approved_by: approved ? 'System' : null,
    });
    // Its own gateway is in the log; a message about each first start would only teach people to overlook the others.
    if (!own || !approved) await tellOfRegistration(ctx, deps.messenger, { name, type, address: ctx.origin.ip, approved });
    return ok({ name, type, comment, remote_addr: ctx.origin.ip, service_account: account }, 201);
  };
  return ['terminal-registrations', 'registration'].map((path) => ({
    method: 'POST',
    path: `/api/v1/terminal/${path}/`,
    policy: { allow: 'bootstrap' },
    name: `terminal.terminal.register@${path}`,
    handle,
  }));
}

/** The SSH host key every node shows, made once (a key per node frightens users). PEM. */
export async function hostKey(ctx: Context, settings: SettingsStore): Promise<string> {
  const known = settings.stored('TERMINAL_HOST_KEY');
  if (typeof known === 'string') return known;
  // Two nodes asking at once must agree on one key; the second reads what the first stored.
  await sql`select pg_advisory_xact_lock(${HOST_KEY_LOCK})`.execute(ctx.tx);
  const { rows } = await sql<{ value: string }>`select value from settings where name = 'TERMINAL_HOST_KEY'`.execute(ctx.tx);
  if (rows[0]) return JSON.parse(ctx.secrets.open(rows[0].value)) as string;
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 3072,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  await settings.set(ctx, { TERMINAL_HOST_KEY: privateKey }, { secret: true });
  return privateKey;
}
/** Any constant that is this lock's own. */
const HOST_KEY_LOCK = 7_301_001;
