import { type Method, route } from '@postern/resource';
import type { Kind } from './spec.ts';

/**
 * One action on the one thing that the address names: it is ended, withdrawn, renewed. It is found, and as a row locked, before the body is read, so that
 * two who act on it follow one another. In one transaction: what is done stands or falls with what the log says of it.
 *
 * @param answer what `act` tells. Without, nothing is answered: 204, unless `status` says otherwise
 */
export const action: Kind<
  'act',
  unknown,
  'transaction' | 'status',
  { method?: Extract<Method, 'POST' | 'PUT' | 'PATCH'>; status?: 200 | 204 }
> = ({ method = 'POST', answer = null, status = answer ? 200 : 204, act, ...spec }) =>
  route({
    ...spec,
    method,
    kind: 'action',
    answer,
    status,
    async handle(ctx, asked) {
      const told = await act(ctx, asked);
      return answer ? { status, body: told } : { status };
    },
  });
