import type { Context } from '@postern/resource';
import { leavePermissions } from './features/permissions/index.ts';
import { leaveGroups } from './features/users/index.ts';
import type { Platform } from './platform/platform.ts';

/** What follows when somebody is bound to roles or is not any more: they are read anew, and leave what an organisation had them in. */
export const bindingDeps = (platform: Platform) => ({
  identityChanged: (ctx: Context) => platform.identityChanged(ctx),
  leaving: [leaveGroups, leavePermissions],
});
