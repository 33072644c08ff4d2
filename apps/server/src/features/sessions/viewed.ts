import type { Context } from '@postern/resource';
import type { SessionRow } from './session.resource.ts';

/** Watching a session or its recording is itself worth a record. */
export const noteViewed = (ctx: Context, { id, user, asset, org_id }: Pick<SessionRow, 'id' | 'user' | 'asset' | 'org_id'>): void =>
  ctx.audit({ action: 'view', resourceType: 'session', resourceId: id, resource: `${user} ${asset}`, orgId: org_id });
