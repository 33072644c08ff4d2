import type { Context } from '@postern/resource';

/** The same context in one organisation: what is read and written there is its own. */
export const inOrganisation = (ctx: Context, id: string, name = ''): Context => ({
  ...ctx,
  org: { id, name, isRoot: false, isDefault: false },
});
