import { CodedError } from '@postern/contract/errors';
import { type AuditEvent, type Context, type Fields, ok, type Route, type RowsSpec, route } from '@postern/resource';
import type { NoFields, Spec, Work } from './spec.ts';

/** Ids at most where the body is the list of them; what comes after is not looked at. */
const MOST = 500;

/** Rows to which something was done, and what is answered. */
interface Done<Row> {
  done: readonly Row[];
  answer: unknown;
}

/** A body that is a list, which no fields describe. @throws CodedError parse_error */
function listed(body: unknown): readonly unknown[] {
  if (!Array.isArray(body)) throw new CodedError('parse_error');
  return body.slice(0, MOST);
}

/**
 * One action on many rows, in one transaction. Each row to which something was done has an event of its own in the log: whoever looks at one
 * finds what happened to it, however many were with it.
 *
 * @param body fields that name the rows; without any, the body is the list of their ids
 * @param act does it to those of the rows that the actor may act on; `given` are the entries of a body that is a list
 * @param event what the log keeps of one
 */
export function bulk<Row, const R extends RowsSpec, const B extends Fields = NoFields>({
  body,
  act,
  event,
  errors = [],
  ...spec
}: Omit<Spec<B, NoFields, NoFields, R>, 'transaction'> & {
  method: 'POST' | 'PATCH';
  act: Work<B, NoFields, NoFields, R, undefined, Done<Row>, { given: readonly unknown[] }>;
  event(row: Row, ctx: Context): AuditEvent;
}): Route {
  return route<R, B>({
    ...spec,
    kind: 'bulk',
    ...(body ? { body } : {}),
    errors: body ? errors : ['parse_error', ...errors],
    async handle(ctx, asked) {
      const { done, answer } = await act(ctx, { ...asked, given: body ? [] : listed(asked.request.body) });
      for (const row of done) ctx.audit(event(row, ctx));
      return ok(answer);
    },
  });
}
