import { CodedError } from '@postern/contract/errors';
import type { Actor, Context } from '@postern/resource';
import { inOrganisation } from '../../platform/context.ts';
import { validUser } from '../connection-tokens/index.ts';
import { rightsOf } from '../rbac/index.ts';

/** Whoever runs jobs has this right in the organisation of the job. */
export const RUN = 'ops.add_jobexecution';

/**
 * The context of a run: its owner, in its organisation, with the rights that they have at this moment. Never more than they could do by hand.
 * @throws CodedError job_person_gone when they may not log in, or run jobs, any more
 */
export async function asOwner(ctx: Context, { creator_id, org_id }: { creator_id: string; org_id: string }, ip = ''): Promise<Context> {
  const person = await validUser(ctx, creator_id);
  if (!person) throw new CodedError('job_person_gone');
  const { superuser, codes } = await rightsOf(ctx.tx, person.id, org_id);
  if (!superuser && !codes.has(RUN)) throw new CodedError('job_person_gone');
  const actor: Actor = { kind: 'user', id: person.id, name: person.name, username: person.username, superuser, permissions: codes };
  return { ...inOrganisation(ctx, org_id), actor, origin: { ...ctx.origin, ip } };
}
