import { CodedError } from '@postern/contract/errors';
import { type Fields, objectSchema, ok, type Route, type RowsSpec, route, TEXT_SCHEMA } from '@postern/resource';
import { answerShape } from '../shown.ts';
import type { NoFields, Spec, Work } from './spec.ts';

/**
 * Starts work that goes on in the background, and answers the run at once: 201 with its id, by which it is watched and its log is read. The run is
 * written and its job sent with the commit, so that there is none without the other.
 *
 * @param start writes the run down, and answers its id
 * @param as name of the id in the answer
 * @param ofOrganisation refused in the root organisation: what is started belongs to one of the others
 */
export function run<
  const R extends RowsSpec,
  const B extends Fields = NoFields,
  const Q extends Fields = NoFields,
  const P extends Fields = NoFields,
  F = undefined,
>({
  start,
  as = 'task',
  ofOrganisation = false,
  errors = [],
  ...spec
}: Omit<Spec<B, Q, P, R, F>, 'transaction' | 'answer'> & {
  start: Work<B, Q, P, R, F, string>;
  as?: string;
  ofOrganisation?: boolean;
}): Route {
  return route<R, B, Q, P, F>({
    ...(spec as Spec<B, Q, P, R, F>),
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
}
