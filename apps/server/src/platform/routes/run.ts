import { CodedError } from '@postern/contract/errors';
import { objectSchema, ok, route, TEXT_SCHEMA } from '@postern/resource';
import { answerShape } from '../shown.ts';
import type { Kind } from './spec.ts';

/**
 * Starts work that goes on in the background, and answers the run at once: 201 with its id, by which it is watched and its log is read. The run is
 * written and its job sent with the commit, so that there is none without the other.
 *
 * @param start writes the run down, and answers its id
 * @param as name of the id in the answer
 * @param ofOrganisation refused in the root organisation: what is started belongs to one of the others
 */
export const run: Kind<'start', string, 'transaction' | 'answer', { as?: string; ofOrganisation?: boolean }> = ({
  start,
  as = 'task',
  ofOrganisation = false,
  errors = [],
  ...spec
}) =>
  route({
    ...spec,
    method: 'POST',
    kind: 'run',
    status: 201,
    answer: answerShape(objectSchema({ [as]: TEXT_SCHEMA })),
    errors: ofOrganisation ? [...errors, 'root_org_readonly'] : errors,
    async handle(ctx, asked) {
      if (ofOrganisation && ctx.org.isRoot) throw new CodedError('root_org_readonly');
      return ok({ [as]: await start(ctx, asked) }, 201);
    },
  });
