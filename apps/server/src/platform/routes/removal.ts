import { noContent, route } from '@postern/resource';
import type { Kind } from './spec.ts';

/**
 * Takes away the one thing that the address names, where it is no row of a resource or goes another way than rows do. What is not there, and what is
 * somebody else's, is the same 404. The log says what went, in the same transaction.
 */
export const removal: Kind<'remove', unknown, 'transaction' | 'status' | 'answer'> = ({ remove, ...spec }) =>
  route({
    ...spec,
    method: 'DELETE',
    kind: 'removal',
    status: 204,
    answer: null,
    async handle(ctx, asked) {
      await remove(ctx, asked);
      return noContent;
    },
  });
