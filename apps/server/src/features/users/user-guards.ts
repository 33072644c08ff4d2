import { CodedError } from '@postern/contract/errors';
import { ROLE } from '@postern/contract/ids';
import type { SettingsReader } from '@postern/contract/settings';
import type { Context, Kernel, Row, Values } from '@postern/resource';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { type BindingDeps, heldRoles, refuseOutranking } from '../rbac/index.ts';

export interface UserDeps extends BindingDeps {
  settings: SettingsReader;
  /** The compiled resources; known only once all features are put together. */
  kernel(): Kernel;
  jobs: Pick<Jobs, 'enqueue'>;
}

/** True when the user holds the system administrator role. */
export async function isSuperuser(ctx: Context, userId: string): Promise<boolean> {
  return (await heldRoles(ctx, [userId], undefined)).some((role) => role.role_id === ROLE.SYSTEM_ADMIN);
}

/** Only system administrators change system administrators (contract/users.md §3.1). */
export async function guardSuperuser(ctx: Context, userId: string): Promise<void> {
  if (!ctx.actor.superuser && ctx.actor.kind !== 'system' && (await isSuperuser(ctx, userId))) throw new CodedError('superuser_only');
}

/** Fields by which a person is known and let in. Whoever sets one of them can become that person, or lock them out everywhere. */
const CREDENTIALS = [
  'username',
  'email',
  'public_key',
  'mfa_level',
  'source',
  'is_active',
  'date_expired',
  'need_update_password',
] as const;

const same = (a: unknown, b: unknown): boolean =>
  a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : (a ?? null) === (b ?? null);

/** Forms send every field back; only what changes counts. `password` and `public_key` are never sent back, so they always do. */
export async function guardCredentials(ctx: Context, values: Values, before: Row): Promise<void> {
  const password = values.password;
  const changed = CREDENTIALS.some((field) => values[field] !== undefined && !same(values[field], before[field]));
  if (changed || (typeof password === 'string' && password !== '')) await refuseOutranking(ctx, String(before.id));
}
