import { timingSafeEqual } from 'node:crypto';
import type { ComponentClient } from '@postern/client/component';
import { CoreError } from '@postern/client/component-request';
import type { ConnectionSecret } from '@postern/contract/component';
import { machineMark } from '@postern/contract/frames';
import { z } from 'zod';
import { SessionRefusal } from '../pipeline/refusal.ts';

const made: unique symbol = Symbol('made by authorizeSession');

/**
 * The right to open one target once: whom, where, with which credential, under which policy. Exists only after the
 * core exchanged a connection token; drivers take nothing else.
 */
export class SessionGrant {
  readonly #secret: ConnectionSecret;
  /** When the core was asked, in milliseconds: rules that changed later are not in it. */
  readonly since: number;
  constructor(key: typeof made, secret: ConnectionSecret, since: number) {
    if (key !== made) throw new TypeError('only authorizeSession makes a grant');
    this.#secret = secret;
    this.since = since;
  }
  get secret(): ConnectionSecret {
    return this.#secret;
  }
  /** Logging or serialising a grant must not show a credential. */
  toJSON(): { asset: string; account: string; user: string } {
    return { asset: this.#secret.asset.id, account: this.#secret.account.name, user: this.#secret.user.id };
  }
}

const choice = z.looseObject({ value: z.string() });
const port = z.number().int().min(1).max(65_535);
const login = z.looseObject({
  name: z.string(),
  username: z.string(),
  secret_type: choice,
  secret: z
    .string()
    .nullable()
    .transform((value) => value ?? ''),
});
const account = login.extend({ su_from: login.nullish().transform((value) => value ?? null) });
const hostKeys = z
  .array(z.object({ type: z.string().max(64), fingerprint: z.string().max(128) }))
  .max(64)
  .nullish()
  .transform((value) => value ?? []);

/** Where ports may be forwarded to. */
export const destinations = z.array(z.string().max(255)).max(2000);

export const commandFilterAcls = z.array(
  z.looseObject({
    id: z.string(),
    name: z.string(),
    action: z.enum(['accept', 'reject', 'review', 'warning']),
    priority: z.number(),
    is_active: z.boolean(),
    command_groups: z.array(z.looseObject({ id: z.string(), name: z.string(), pattern: z.string(), ignore_case: z.boolean() })),
  }),
);

const gateway = z.looseObject({
  id: z.string(),
  name: z.string(),
  address: z.string().min(1),
  protocols: z.array(z.looseObject({ name: z.string(), port })),
  account,
  host_keys: hostKeys,
});

/** What the gateway relies on in the core's answer; everything else passes through. */
const secretShape = z.looseObject({
  id: z.string(),
  protocol: z.string().max(32),
  user: z.looseObject({ id: z.string().min(1), name: z.string(), username: z.string() }),
  asset: z.looseObject({
    id: z.string(),
    name: z.string(),
    address: z.string().min(1).max(1024),
    org_id: z.string(),
    protocols: z.array(z.looseObject({ name: z.string(), port })),
  }),
  account,
  platform: z.looseObject({
    name: z.string().default(''),
    category: choice,
    charset: choice,
    su_method: choice.nullish().transform((value) => value ?? null),
    protocols: z.array(z.looseObject({ name: z.string(), setting: z.record(z.string(), z.unknown()).nullish() })),
  }),
  command_filter_acls: commandFilterAcls,
  domain: z
    .looseObject({ id: z.string(), name: z.string() })
    .nullish()
    .transform((value) => value ?? null),
  gateway: gateway.nullable(),
  more_gateways: z
    .array(gateway)
    .max(16)
    .nullish()
    .transform((value) => value ?? []),
  actions: z.array(choice),
  expire_at: z.number(),
  connect_options: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((value) => value ?? {}),
  host_keys: hostKeys,
  recording: z.enum(['strict', 'best_effort']).default('strict'),
  forward_to: destinations.default([]),
  // What cannot be read marks nothing.
  mark: machineMark.nullish().catch(null),
});

/** The way of connecting of the file manager. Rules about ways are about it, so it opens no terminal, nor anything else the file manager. */
const FILES = 'web_sftp';
export type Purpose = 'files' | 'others';
const purposeOf = (secret: ConnectionSecret): Purpose => (secret.connect_method?.value === FILES ? 'files' : 'others');

/** How the visitor shows that the token is theirs: they are logged in as its user, or they know its value. */
export type TokenProof = { userId: string } | { value: string };

/**
 * Exchanges a connection token for a grant. The token dies by it, unless the core finds that it is somebody else's; the
 * proof is looked at here once more, because other cores do not know of it.
 * @param purpose what it is shown for
 * @throws SessionRefusal `token_refused` (with the core's own words) or `core_unavailable`
 */
export async function authorizeSession(
  core: Pick<ComponentClient, 'secret'>,
  tokenId: string,
  proof: TokenProof,
  language: string,
  purpose: Purpose = 'others',
): Promise<SessionGrant> {
  const since = Date.now();
  const answer = await exchange(core, tokenId, proof, language);
  const parsed = secretShape.safeParse(answer);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new SessionRefusal('core_unavailable', { detail: `unreadable grant: ${issue?.path.join('.') ?? ''}` });
  }
  const secret = parsed.data as unknown as ConnectionSecret;
  if (!proves(proof, secret)) throw new SessionRefusal('token_refused', { detail: '' });
  if (purposeOf(secret) !== purpose) throw new SessionRefusal('token_refused', { detail: '' });
  if (!secret.actions.some((action) => action.value === 'connect')) throw new SessionRefusal('token_refused', { detail: '' });
  return new SessionGrant(made, secret, since);
}

function proves(proof: TokenProof, secret: ConnectionSecret): boolean {
  if ('userId' in proof) return proof.userId === secret.user.id;
  const [given, real] = [Buffer.from(proof.value), Buffer.from(secret.value ?? '')];
  return real.length > 0 && given.length === real.length && timingSafeEqual(given, real);
}

async function exchange(core: Pick<ComponentClient, 'secret'>, tokenId: string, proof: TokenProof, language: string): Promise<unknown> {
  try {
    return await core.secret(tokenId, language, 'userId' in proof ? { user: proof.userId } : proof);
  } catch (error) {
    if (error instanceof CoreError && error.status >= 400 && error.status < 500)
      throw new SessionRefusal('token_refused', { detail: error.detail }, error);
    throw new SessionRefusal('core_unavailable', {}, error);
  }
}
