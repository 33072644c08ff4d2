import type { MetadataMethod, ResourceMetadata } from '@postern/contract/metadata';
import { render, type Text } from '@postern/contract/text';
import { type Kernel, resolveField } from './compile.ts';
import { type Context, holds } from './context.ts';
import { formFields, infos, readFields } from './options.ts';
import type { Field, ResolvedField, ResolvedResource } from './resolved.ts';
import { ok, type Policy, type Query, type Route } from './route.ts';

/**
 * What a route shows (GET) or takes (POST, PUT, PATCH), for the metadata of its address: rows of a resource, fields of its
 * own, or both. The kernel's own verbs need none.
 */
export interface Shape {
  /** What the address is called; the name of the resource unless said. */
  title?: Text;
  /** Resource whose rows these are, by name, or a view of one that only this route has. */
  rows?: string | ((kernel: Kernel) => ResolvedResource);
  /** Whether they come as in lists or as one row alone. Default: as in lists. */
  view?: 'list' | 'detail';
  /** Only these of its fields. */
  only?: readonly string[];
  /** Fields of the route's own, beside those of the rows. Kinds and labels as in resources; nothing of them is stored. */
  fields?: Readonly<Record<string, Field>>;
  /** What has to hold before this is told, beyond the policy: throws otherwise (a fresh confirmation). */
  behind?(ctx: Context): void | Promise<void>;
}

/** A shape whose names have become what they stand for. */
interface ResolvedShape {
  resource?: ResolvedResource;
  own: readonly ResolvedField[];
}

function resolveShape(kernel: Kernel, { rows, fields = {} }: Shape): ResolvedShape {
  const resource = typeof rows === 'string' ? kernel.byName(rows) : rows?.(kernel);
  const own = Object.entries(fields).map(([name, field]): ResolvedField => {
    const { target } = field.options;
    const resolved = { ...resolveField(name, field), filterable: field.options.filter === true, orderable: false };
    return target === undefined ? resolved : { ...resolved, target: kernel.byName(target) };
  });
  return { ...(resource ? { resource } : {}), own };
}

/** Fields of one method, in the order of the wire. */
function fieldsOf(kernel: Kernel, shape: Shape, ctx: Context, method: MetadataMethod, query: Query): ResolvedField[] {
  const { resource, own } = resolveShape(kernel, shape);
  const { view = 'list', only } = shape;
  const all = !resource
    ? []
    : method === 'GET'
      ? readFields(resource, ctx, view, query)
      : formFields(resource, ctx, method === 'POST' ? 'create' : 'update');
  const named = new Set(own.map(({ name }) => name));
  return [...all.filter(({ name }) => !named.has(name) && (!only || only.includes(name))), ...own];
}

/** Whether this actor may use a method of the address; who asks has passed the door of its GET already. */
function mayUse({ actor }: Context, policy: Policy): boolean {
  if (policy.allow === 'permission') return holds(actor, policy.all);
  return policy.allow === 'user' || policy.allow === 'anyone' || (policy.allow === 'superuser' && actor.superuser);
}

/** What is said of the methods of an address, in the order of the wire. */
function actionsOf(kernel: Kernel, routes: readonly Route[], ctx: Context, query: Query): ResourceMetadata['actions'] {
  const methods = ['GET', 'POST', 'PUT', 'PATCH'] as const;
  const said = methods.flatMap((method): [MetadataMethod, Shape][] => {
    const route = routes.find((one) => one.method === method);
    // A console draws nothing without `actions.GET`, be it empty; a form of nothing it would offer to be filled in.
    if (!route || (method !== 'GET' && !(route.shape && mayUse(ctx, route.policy)))) return [];
    return [[method, route.shape ?? {}]];
  });
  return Object.fromEntries(
    said.map(([method, shape]) => [method, infos(fieldsOf(kernel, shape, ctx, method, query), ctx, method, query)]),
  );
}

function describe(kernel: Kernel, routes: readonly Route[], ctx: Context, query: Query): ResourceMetadata {
  const main = routes.find(({ shape }) => shape)?.shape;
  const resource = main && resolveShape(kernel, main).resource;
  const title = main?.title ?? (main?.view === 'detail' ? resource?.definition.label : resource?.definition.labelPlural);
  return {
    name: title ? render(title, ctx.language) : '',
    description: '',
    renders: ['application/json'],
    parses: [routes.some(({ multipart }) => multipart) ? 'multipart/form-data' : 'application/json'],
    actions: actionsOf(kernel, routes, ctx, query),
  };
}

/** No person calls these: there is no console to draw anything for. */
const MACHINES: ReadonlySet<Policy['allow']> = new Set(['component', 'bootstrap']);

/** Metadata of a resource, and of what a feature answers at the same address beside it (a detail with a log of its own). */
function completed(kernel: () => Kernel, options: Route, beside: readonly Route[]): Route {
  return {
    ...options,
    async handle(ctx, request, kernelOf) {
      const answer = await options.handle(ctx, request, kernelOf);
      const own = answer.body as ResourceMetadata;
      const more = actionsOf(kernel(), beside, ctx, request.query);
      return { ...answer, body: { ...own, actions: { ...more, ...own.actions } } };
    },
  };
}

/** OPTIONS of an address that has none of its own, behind the policy of its GET. */
function options(kernel: () => Kernel, path: string, door: Route, same: readonly Route[]): Route {
  const { policy, name, rootOrg, fixedOrg, connectionToken, shape } = door;
  return {
    method: 'OPTIONS',
    path,
    policy,
    name: `${name}.metadata`,
    transaction: false,
    ...(rootOrg ? { rootOrg } : {}),
    ...(fixedOrg ? { fixedOrg } : {}),
    ...(connectionToken ? { connectionToken } : {}),
    async handle(ctx, { query }) {
      await shape?.behind?.(ctx);
      return ok(describe(kernel(), same, ctx, query));
    },
  };
}

/**
 * Adds OPTIONS to every address that answers GET, or whose writes have a shape, and has none of its own: clients of the API
 * ask it first and draw nothing without it. It stands behind the policy of the GET, so it tells nobody of a form whose page
 * they could not open.
 * @param routes those of resources and those written by hand
 */
export function withMetadata(kernel: () => Kernel, routes: readonly Route[]): Route[] {
  return [...Map.groupBy(routes, ({ path }) => path)].flatMap(([path, same]): Route[] => {
    const own = same.find(({ method }) => method === 'OPTIONS');
    const beside = same.filter(({ shape }) => shape);
    if (own) return beside.length === 0 ? [...same] : same.map((route) => (route === own ? completed(kernel, own, beside) : route));
    const door = same.find(({ method }) => method === 'GET') ?? beside[0];
    return !door || MACHINES.has(door.policy.allow) ? [...same] : [...same, options(kernel, path, door, same)];
  });
}
