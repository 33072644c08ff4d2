import { CodedError } from '@postern/contract/errors';
import {
  type AuditEvent,
  type BodySpec,
  type Context,
  listSchema,
  ok,
  type Reader,
  type Route,
  type RowsSpec,
  route,
  TEXT_SCHEMA,
} from '@postern/resource';
import type { NoFields, Spec, Work } from './spec.ts';

/** Ids at most where the body is the list of them; what comes after is not looked at. */
const MOST = 500;

/** Rows to which something was done, and what is answered. */
interface Done<Row> {
  done: readonly Row[];
  answer: unknown;
}

/** A body that is a list of ids, as it came: what is none in it, whoever acts on them passes over or refuses. @throws CodedError parse_error */
export const ID_LIST: Reader<readonly unknown[]> = {
  takes: { schema: listSchema(TEXT_SCHEMA), called: 'ids.body' },
  read(given) {
    if (!Array.isArray(given)) throw new CodedError('parse_error');
    return given.slice(0, MOST);
  },
};

/**
 * One action on many rows, in one transaction. Each row to which something was done has an event of its own in the log: whoever looks at one
 * finds what happened to it, however many were with it.
 *
 * @param body what names the rows: fields, or `ID_LIST`
 * @param act does it to those of the rows that the actor may act on
 * @param event what the log keeps of one
 */
export function bulk<Row, const R extends RowsSpec, const B extends BodySpec>({
  act,
  event,
  ...spec
}: Omit<Spec<B, NoFields, NoFields, R>, 'transaction'> & {
  method: 'POST' | 'PATCH';
  body: B;
  act: Work<B, NoFields, NoFields, R, undefined, Done<Row>>;
  event(row: Row, ctx: Context): AuditEvent;
}): Route {
  return route<R, B>({
    ...spec,
    kind: 'bulk',
    async handle(ctx, asked) {
      const { done, answer } = await act(ctx, asked);
      for (const row of done) ctx.audit(event(row, ctx));
      return ok(answer);
    },
  });
}
