import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { type Context, can, text } from '@postern/resource';
import { requirePersonHere } from '../../platform/auth/person-here.ts';
import { requireRight } from '../../platform/http/policy.ts';
import { WORDS } from '../../platform/shown.ts';
import { isMember } from '../rbac/index.ts';
import { grantOf } from './grant.ts';
import { assetPermission } from './permission.resource.ts';

/** Whom an address below `/perms/users/{my|self|uuid}/` is about. */
export interface Person {
  id: string;
  username: string;
}
export const missing = (resource: string) => new CodedError('object_does_not_exist', { resource });

/** Oneself needs one right, somebody else another; a person who does not exist is a 404. A component asks about those who logged in through it. */
export async function personOf(ctx: Context, given: string): Promise<Person> {
  if (given === 'my' || given === 'self' || given === ctx.actor.id) {
    requireRight(ctx, 'perms.view_myassets');
    return { id: ctx.actor.id, username: ctx.actor.username };
  }
  const id = parseUuid(given);
  if (!id) throw missing('user');
  requireRight(ctx, 'perms.view_userassets');
  const found = await ctx.tx
    .selectFrom('users as u')
    .select(['u.id', 'u.username'])
    .where('u.id', '=', id)
    .where('u.is_service_account', '=', false)
    .where((on) => isMember(ctx, on.ref('u.id')))
    .executeTakeFirst();
  if (!found) throw missing('user');
  if (ctx.actor.kind === 'component') await requirePersonHere(ctx, found.id);
  return found;
}

/** What an address of one person is declared with; `found` is the person and what they reach. */
export const ofPerson = (path: string, name: string) =>
  ({
    path: `/api/v1/perms/users/:user/${path}`,
    name: `perms.user.${name}`,
    who: can('perms.view_myassets | perms.view_userassets'),
    rows: { of: [assetPermission] },
    params: { user: text({ label: WORDS.user, required: true }) },
    errors: ['object_does_not_exist', 'right_missing', 'person_not_here'],
    async find(ctx: Context, { params }: { params: { user: string } }) {
      const person = await personOf(ctx, params.user);
      return { person, grant: await grantOf(ctx, { user: person.id }) };
    },
  }) as const;
