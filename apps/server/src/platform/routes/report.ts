import { CodedError } from '@postern/contract/errors';
import { holds, type Method, type Reply, route } from '@postern/resource';
import type { Kind } from './spec.ts';

/**
 * What a component says of its own work, or asks for it: a session, a file, a host key, a secret. It works for all organisations, so the call runs in
 * the root one, or in the one that all its objects are in (`fixedOrg`). Its rows are those of sessions that it carries
 * (platform/component-sessions.ts), of its tokens or of its host, which the handler asks for.
 *
 * @param right code that the component has to hold beside being one
 */
export const report: Kind<'take', Reply, 'who' | 'rootOrg', { method: Method; right?: string }> = ({ right, take, errors = [], ...spec }) =>
  route({
    ...spec,
    kind: 'report',
    who: { allow: 'component' },
    ...(spec.fixedOrg ? {} : { rootOrg: true }),
    errors: right ? ['permission_denied', ...errors] : errors,
    async handle(ctx, asked) {
      if (right && !holds(ctx.actor, [right])) throw new CodedError('permission_denied');
      return take(ctx, asked);
    },
  });
