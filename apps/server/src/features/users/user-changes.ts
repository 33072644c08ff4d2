import type { Context } from '@postern/resource';
import type { UserRow } from './user.resource.ts';

/** Records a change of a person that the kernel knows nothing of: it was not made by the form. */
export const noteChange = (
  ctx: Context,
  { id, username }: Pick<UserRow, 'id' | 'username'>,
  field: string,
  before: string,
  after: string,
): void => ctx.audit({ action: 'update', resourceType: 'user', resourceId: id, resource: username, changes: [{ field, before, after }] });
