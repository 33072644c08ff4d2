import { CodedError } from '@postern/contract/errors';
import { ROLE } from '@postern/contract/ids';
import type { SettingsReader } from '@postern/contract/settings';
import type { ChatName } from '@postern/contract/settings-of-chat';
import type { Context, Joined, Kernel, Row, Values } from '@postern/resource';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { assignedRoles, type BindingDeps, isEverywhere, refuseOutranking } from '../rbac/index.ts';
import type { KnownPasswords } from './known-passwords/index.ts';
import type { OutsideTold } from './outside/outside-words.ts';
import type { PhoneDeps } from './phone-change.ts';
import type { ServiceAccountKeyDeps } from './programs/service-account-key.ts';
import type { SponsorDeps } from './programs/sponsors.job.ts';
import { asUser } from './user.resource.ts';
import type { WaysInDeps } from './ways-in.ts';

export interface UserDeps extends BindingDeps, PhoneDeps, WaysInDeps, ServiceAccountKeyDeps, SponsorDeps {
  settings: SettingsReader;
  /** The compiled resources; known only once all features are put together. */
  kernel(): Kernel;
  jobs: Pick<Jobs, 'enqueue'>;
  /** What a chat service calls the person of a row. */
  chatId(service: ChatName): Joined;
  /** Told of new people, in their transaction. */
  joined(ctx: Context): Promise<void>;
  outside: OutsideTold;
  isKnown: KnownPasswords;
}

/** True when the user holds the system administrator role. */
export async function isSuperuser(ctx: Context, userId: string): Promise<boolean> {
  return (await assignedRoles(ctx, [userId], undefined)).some((role) => role.role_id === ROLE.SYSTEM_ADMIN);
}

/** Only system administrators change system administrators (docs/wire/users.md#who-changes-whom). */
export async function guardSuperuser(ctx: Context, userId: string): Promise<void> {
  if (!ctx.actor.superuser && ctx.actor.kind !== 'system' && (await isSuperuser(ctx, userId))) throw new CodedError('superuser_only');
}

/** @throws CodedError superuser_only, outranked for a person whom the actor may not change */
export async function refuseUnchangeable(ctx: Context, userId: string): Promise<void> {
  await guardSuperuser(ctx, userId);
  await refuseOutranking(ctx, userId);
}

/** What an organisation says of its members; everything else is the same wherever the person is. */
const OF_ORGANISATION: ReadonlySet<string> = new Set(['org_roles', 'groups']);
/** Never sent back by forms, so whatever is given is a change. */
const UNSEEN: ReadonlySet<string> = new Set(['password', 'public_key']);

const same = (a: unknown, b: unknown): boolean =>
  a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : (a ?? null) === (b ?? null);

/**
 * Refuses to change a person who is not the actor's alone. Forms send every field back; only what changes counts.
 * @throws CodedError outranked
 */
export async function guardPerson(ctx: Context, values: Values, before: Row): Promise<void> {
  const { id } = asUser(before);
  const assigned = async () => (await assignedRoles(ctx, [id], undefined)).filter(isEverywhere).map((role) => role.role_id);
  const differs = async (field: string): Promise<boolean> => {
    const value = values[field];
    if (value === undefined || OF_ORGANISATION.has(field)) return false;
    if (UNSEEN.has(field)) return value !== null && value !== '';
    if (field === 'system_roles') return [...(value as string[])].sort().join() !== (await assigned()).sort().join();
    const column = field === 'sponsor' ? 'sponsor_id' : field;
    return column in before && !same(value, before[column]);
  };
  for (const field of Object.keys(values)) if (await differs(field)) return refuseOutranking(ctx, id);
}
