import { ok, route } from '@postern/resource';
import type { Kind } from './spec.ts';

/**
 * What is too long or too structured to be asked in an address: POST, with the question as body. Nothing is written, so there is no
 * transaction, and each read may see what was written just before.
 *
 * @param tell answers it
 */
export const question: Kind<'tell', unknown, 'transaction', unknown> = ({ tell, ...spec }) =>
  route({
    ...spec,
    method: 'POST',
    kind: 'question',
    transaction: false,
    handle: async (ctx, asked) => ok(await tell(ctx, asked)),
  });
