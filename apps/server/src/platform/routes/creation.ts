import { ok, route } from '@postern/resource';
import type { Kind } from './spec.ts';

/**
 * Makes one thing that is more than a row of a resource, or that goes another way than rows do: POST, in one transaction, and 201 with what was made. All
 * of it is there then, or nothing.
 *
 * @param create makes it, and tells what is answered
 */
export const creation: Kind<'create', unknown, 'transaction' | 'status'> = ({ create, ...spec }) =>
  route({ ...spec, method: 'POST', kind: 'creation', status: 201, handle: async (ctx, asked) => ok(await create(ctx, asked), 201) });
