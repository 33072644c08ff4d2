import { CodedError, type ErrorCode, InvalidInput } from '@postern/contract/errors';
import type { Context } from '../base/context.ts';
import type { Call, Method, Policy, Reply, Request } from '../base/http.ts';
import type { Kernel } from '../compiled/kernel.ts';
import { linkedFields } from '../compiled/link.ts';
import type { ResolvedField } from '../compiled/resolved.ts';
import { type BodySpec, isReader, type Route, type RouteKind, type RowsSpec, type Shape, type Taken } from '../compiled/route.ts';
import type { RowOf } from '../database.ts';
import type { Row } from '../definition/definition.ts';
import type { BodyOf, Fields } from '../kinds/kind.ts';
import { fetchRow } from '../read/fetch.ts';
import { missing, usableIds } from '../read/references.ts';
import { readFields } from '../write/input.ts';

type RowFor<R extends RowsSpec> = R extends { one: infer D extends { table: string } } ? RowOf<D> & Row : undefined;

/** What a handler is given, read and checked. */
export interface Asked<B extends BodySpec, Q extends Fields, P extends Fields, R extends RowsSpec, F = undefined> {
  body: Taken<B>;
  query: BodyOf<Q>;
  params: BodyOf<P>;
  row: RowFor<R>;
  /** What `find` answered. */
  found: F;
  /** The rest of the request as it came: parameters of the address, headers, parts of a form. */
  request: Call;
  kernel: Kernel;
}

export interface RouteSpec<B extends BodySpec, Q extends Fields, P extends Fields, R extends RowsSpec, F = undefined>
  extends Omit<Route, 'policy' | 'handle' | 'shape' | 'declared' | 'answer'> {
  /** Who may call. */
  who: Policy;
  /** What it is one of; absent for a route of its own. Said by the functions of the kinds and by nobody else. */
  kind?: RouteKind;
  rows: R;
  /**
   * What it takes; a write has to say it. Fields are of the kinds that resources are made of. Ids that stand for others are rows that the actor
   * may name, or the answer is the field's "does not exist".
   */
  body?: B;
  /** Fields of the query. Unknown parameters are ignored, as clients send many. */
  query?: Q;
  /** Fields of the address; what cannot be read is not there (404). */
  params?: P;
  /**
   * Finds what the address names where that is no row by its id: asked before body and query are read, so that what is wrong with them
   * tells nobody that another's object is there.
   */
  find?(ctx: Context, asked: { params: BodyOf<P>; request: Call }): Promise<F>;
  /** A call without a body is one with an empty one: everything in it may be left out. */
  bodyOptional?: true;
  /**
   * What it answers, for the description of the API, and where it reads for the metadata of its address. What that stands behind is asked before anything is looked up.
   * Null where it is without content.
   */
  answer?: Shape | null;
  /** What the metadata of its address draws. Default: the answer, and of a write the fields of its body. */
  drawn?: Shape;
  /** Codes with which it refuses, beside those of its policy and its fields. */
  errors?: readonly ErrorCode[];
  handle(ctx: Context, asked: Asked<B, Q, P, R, F>): Promise<Reply>;
}

/** Ids that a body or a query names, each among the rows that the actor may use. @throws InvalidInput under the first that is none */
async function checkReferences(ctx: Context, fields: readonly ResolvedField[], values: Readonly<Record<string, unknown>>): Promise<void> {
  for (const { name, target, options } of fields) {
    const given = values[name];
    if (!target || given === undefined || given === null || options.judged) continue;
    const ids = [given].flat() as (string | number)[];
    const known = await usableIds(target, ctx, ids, options.sameOrg === false || ctx.org.isRoot ? undefined : ctx.org.id);
    const unknown = ids.find((id) => !known.has(id));
    if (unknown !== undefined) throw new InvalidInput({ [name]: [missing(unknown)] });
  }
}

/** Reads an object by fields; ids in it are rows that the actor may name. @throws InvalidInput */
export async function readObject<F extends Fields>(kernel: Kernel, ctx: Context, fields: F, given: unknown): Promise<BodyOf<F>> {
  const all = linkedFields(kernel, fields);
  const values = readFields(all, ctx, given, { partial: false });
  await checkReferences(ctx, all, values);
  return values as BodyOf<F>;
}

/** @throws CodedError not_found */
async function readParams(kernel: Kernel, ctx: Context, fields: Fields, given: Request['params']): Promise<Record<string, unknown>> {
  try {
    return await readObject(kernel, ctx, fields, given);
  } catch (error) {
    if (error instanceof InvalidInput) throw new CodedError('not_found', {}, { cause: error });
    throw error;
  }
}

type NoFields = Record<never, never>;

const WRITES: readonly Method[] = ['POST', 'PUT', 'PATCH'];

/** Reads the body of a call by what the route says that it takes. */
async function readBody(kernel: Kernel, ctx: Context, body: BodySpec | undefined, given: unknown): Promise<unknown> {
  if (body === undefined || body === 'none') return {};
  return isReader(body) ? body.read(given, ctx, kernel) : readObject(kernel, ctx, body, given);
}

/**
 * Declares a route that is no plain verb of a resource. The policy (`who`), the rows, the body and the query are dealt with before the handler
 * runs, and printed: OpenAPI, the matrix of rights, the metadata of the address, the typed client.
 *
 * @throws Error, at boot, of a write that does not say what it takes
 * @throws InvalidInput, at each call, under the fields of body and query that cannot be read
 * @throws CodedError object_does_not_exist where `one` is none of the rows that the actor may see
 */
export function route<
  const R extends RowsSpec,
  const B extends BodySpec = NoFields,
  const Q extends Fields = NoFields,
  const P extends Fields = NoFields,
  F = undefined,
>({
  who,
  kind,
  rows,
  body,
  bodyOptional,
  query,
  params,
  find,
  answer,
  drawn,
  errors = [],
  handle,
  ...rest
}: RouteSpec<B, Q, P, R, F>): Route {
  if (WRITES.includes(rest.method) && body === undefined && !rest.multipart) throw new Error(`${rest.name} does not say what it takes`);
  const fields = body === 'none' || isReader(body) ? undefined : (body as Fields | undefined);
  const shape = drawn ?? (rest.method === 'GET' ? (answer ?? undefined) : fields && { fields });
  return {
    ...rest,
    policy: who,
    declared: {
      ...(kind ? { kind } : {}),
      rows,
      ...(body === undefined ? {} : { body }),
      query: query ?? {},
      params: params ?? {},
      errors,
    },
    ...(shape ? { shape } : {}),
    ...(answer === undefined ? {} : { answer }),
    async handle(ctx, request, kernel) {
      await answer?.behind?.(ctx);
      const row =
        'one' in rows
          ? await fetchRow(kernel.byName(rows.one.name), ctx, String(request.params[rows.at ?? 'id']), {
              lock: request.method !== 'GET' && !rows.unlocked,
            })
          : undefined;
      const named = { params: params ? await readParams(kernel, ctx, params, request.params) : {}, request } as {
        params: BodyOf<P>;
        request: Call;
      };
      const found = await find?.(ctx, named);
      const asked = {
        ...named,
        found,
        body: await readBody(kernel, ctx, body, bodyOptional ? (request.body ?? {}) : request.body),
        query: query ? await readObject(kernel, ctx, query, request.query) : {},
        row,
        kernel,
      };
      return handle(ctx, asked as unknown as Asked<B, Q, P, R, F>);
    },
  };
}
