import { randomUUID } from 'node:crypto';
import { ORG } from '@postern/contract/ids';
import type { Actor, Context, Database, Log, SecretBox } from '@postern/resource';
import type { Identity } from './auth/identity.ts';
import { rootOrganisation } from './auth/identity-cache.ts';

const NIL = ORG.ROOT;

export const ANONYMOUS: Actor = { kind: 'anonymous', id: NIL, name: '', username: '', superuser: false, permissions: new Set() };
const SYSTEM: Actor = { kind: 'system', id: NIL, name: 'System', username: '', superuser: true, permissions: new Set() };

export interface SystemContextOptions {
  db: Database;
  log: Log;
  secrets: SecretBox;
  timeZone: string;
  /** What the system does and why; in every log line of this context. */
  reason: string;
}

/** A context of the system itself, in the root organisation: for jobs, seeds and commands. Queues need `inTransaction`. */
export function systemContext({ db, log, secrets, timeZone, reason }: SystemContextOptions): Context {
  const refuse = (): never => {
    throw new Error('A system context writes inside inTransaction only');
  };
  return {
    actor: SYSTEM,
    org: rootOrganisation(),
    tx: db,
    clock: () => new Date(),
    log: withReason(log, reason),
    language: 'en',
    timeZone,
    origin: { ip: '', requestId: randomUUID(), userAgent: '' },
    session: null,
    secrets,
    decrypt: (value) => value,
    audit: refuse,
    afterCommit: refuse,
  };
}

/** The same actor over all organisations at once. Whoever calls says why that is right: row security by organisation ends here. */
export const inEveryOrganisation = (ctx: Context): Context => ({ ...ctx, org: { ...ctx.org, isRoot: true } });

/** The same actor in one organisation, whichever the request is in: what is asked about belongs there. */
export const inOrganisation = (ctx: Context, id: string, name = ''): Context => ({
  ...ctx,
  org: { id, name, isRoot: false, isDefault: false },
});

/**
 * A person with the rights that they have now, for work that they asked for earlier: read anew and not from a cache. Undefined for who may no longer log
 * in, and where the organisation is gone.
 */
export async function personIn(ctx: Context, identity: Identity, userId: string, orgId: string): Promise<Context | undefined> {
  const user = await identity.loadUser(ctx.tx, userId);
  const org = orgId === ORG.ROOT ? rootOrganisation(ctx.language) : await identity.resolveOrganisation(ctx.tx, orgId);
  if (!user?.valid || user.kind !== 'user' || !org) return undefined;
  const { superuser, codes } = await identity.permissionsOf(ctx.tx, user.id, org.id);
  const { id, name, username } = user;
  return { ...ctx, actor: { kind: 'user', id, name, username, superuser, permissions: codes }, org };
}

function withReason(log: Log, reason: string): Log {
  return {
    debug: (details, message) => log.debug({ ...details, reason }, message),
    info: (details, message) => log.info({ ...details, reason }, message),
    warn: (details, message) => log.warn({ ...details, reason }, message),
    error: (details, message) => log.error({ ...details, reason }, message),
  };
}
