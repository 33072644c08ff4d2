import { and, eb, rowsOf } from '@postern/resource';
import { isMember } from '../rbac/index.ts';
import { userResource } from './user.resource.ts';

/** Root: every person; elsewhere: members, by any role (docs/wire/users.md#who-is-listed). */
export const userRows = rowsOf(userResource, (ctx, t) => and(eb(t('is_service_account'), '=', false), isMember(ctx, t('id'))));
