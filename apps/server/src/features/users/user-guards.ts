import { CodedError } from '@postern/contract/errors';
import { ROLE } from '@postern/contract/ids';
import type { SettingsReader } from '@postern/contract/settings';
import type { Context, Kernel } from '@postern/resource';
import { type BindingDeps, heldRoles } from '../rbac/index.ts';

export interface UserDeps extends BindingDeps {
  settings: SettingsReader;
  /** The compiled resources; known only once all features are put together. */
  kernel(): Kernel;
}

/** True when the user holds the system administrator role. */
export async function isSuperuser(ctx: Context, userId: string): Promise<boolean> {
  return (await heldRoles(ctx, [userId], undefined)).some((role) => role.role_id === ROLE.SYSTEM_ADMIN);
}

/** Only system administrators change system administrators (contract/users.md §3.1). */
export async function guardSuperuser(ctx: Context, userId: string): Promise<void> {
  if (!ctx.actor.superuser && ctx.actor.kind !== 'system' && (await isSuperuser(ctx, userId))) throw new CodedError('superuser_only');
}
