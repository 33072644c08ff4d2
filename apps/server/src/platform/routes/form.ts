import type { ResourceMetadata } from '@postern/contract/metadata';
import { type BodySpec, type Fields, ok, type Route, type RouteSpec, type RowsSpec, route, type Shape } from '@postern/resource';
import type { NoFields, Spec, Work } from './spec.ts';

type Common<B extends BodySpec, Q extends Fields, P extends Fields, R extends RowsSpec, F> = Pick<
  RouteSpec<B, Q, P, R, F>,
  'path' | 'who' | 'rows' | 'query' | 'params' | 'find' | 'errors' | 'rootOrg' | 'fixedOrg'
>;

interface Form<B extends BodySpec, Q extends Fields, P extends Fields, R extends RowsSpec, F> extends Common<B, Q, P, R, F> {
  /** Answers it as it is. Absent for what can only be set. */
  read?: { name: string; answer?: Shape; connectionToken?: boolean; show: Work<NoFields, Q, P, R, F, unknown> };
  /**
   * Changes it, and answers it as it is then. Names of the methods that do: clients send PUT and PATCH and mean the same, unless `whole` makes a
   * difference: a PUT says all of it.
   */
  write: Pick<Spec<B, Q, P, R, F>, 'body' | 'drawn' | 'answer' | 'errors' | 'transaction' | 'bodyLimit' | 'multipart'> & {
    put?: string;
    patch?: string;
    take: Work<B, Q, P, R, F, unknown, { whole: boolean }>;
  };
  /** Its metadata, where its fields are none of the kernel's. */
  describe?: { name: string; tell: Work<NoFields, Q, P, R, F, ResourceMetadata> };
}

/** It is one thing, and never a list. */
const single = (answer: Shape | null | undefined): { answer?: Shape } => (answer ? { answer: { ...answer, one: true } } : {});

/**
 * One thing at one address that is read and written as a whole: settings, a profile, a switch. There is nothing to make or to delete. All its methods stand
 * behind one policy, find it the same way and answer it in the same form.
 */
export function form<
  const R extends RowsSpec,
  const B extends BodySpec = NoFields,
  const Q extends Fields = NoFields,
  const P extends Fields = NoFields,
  F = undefined,
>({ read, write: { put, patch, take, errors = [], answer, ...write }, describe, ...common }: Form<B, Q, P, R, F>): Route[] {
  const all = { ...(common as Common<NoFields, Q, P, R, F>), kind: 'form' } as const;
  const writing = (method: 'PUT' | 'PATCH', name: string): Route =>
    route<R, B, Q, P, F>({
      ...(common as Common<B, Q, P, R, F>),
      ...write,
      ...single(answer),
      kind: 'form',
      method,
      name,
      errors: [...(common.errors ?? []), ...errors],
      handle: async (ctx, asked) => ok(await take(ctx, { ...asked, whole: method === 'PUT' })),
    });
  const reading = ({ show, answer: shown, ...declared }: NonNullable<typeof read>): Route =>
    route<R, NoFields, Q, P, F>({
      ...all,
      ...declared,
      ...single(shown),
      method: 'GET',
      handle: async (ctx, asked) => ok(await show(ctx, asked)),
    });
  return [
    ...(read ? [reading(read)] : []),
    ...(put ? [writing('PUT', put)] : []),
    ...(patch ? [writing('PATCH', patch)] : []),
    ...(describe
      ? [
          route<R, NoFields, Q, P, F>({
            ...all,
            method: 'OPTIONS',
            name: describe.name,
            handle: async (ctx, asked) => ok(await describe.tell(ctx, asked)),
          }),
        ]
      : []),
  ];
}
