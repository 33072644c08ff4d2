import type { MetadataMethod, ResourceMetadata } from '@postern/contract/metadata';
import { render } from '@postern/contract/text';
import { type Context, holds } from '../base/context.ts';
import { ok, type Policy, type Query } from '../base/http.ts';
import type { Kernel } from '../compiled/kernel.ts';
import { resolveShape } from '../compiled/link.ts';
import type { ResolvedField } from '../compiled/resolved.ts';
import type { Route, Shape } from '../compiled/route.ts';
import { formFields, infos, readFields } from './options.ts';

/** OPTIONS of routes that are no resource's, drawn of their shapes. */

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

/** Whether this actor may use a method of the address; who asks has passed the policy of its GET already. */
function mayUse({ actor }: Context, policy: Policy): boolean {
  if (policy.allow === 'permission') return holds(actor, policy.all);
  return policy.allow === 'user' || policy.allow === 'anyone' || (policy.allow === 'superuser' && actor.superuser);
}

/** What is said of the methods of an address, in the order of the wire. */
function actionsOf(kernel: Kernel, routes: readonly Route[], ctx: Context, query: Query): ResourceMetadata['actions'] {
  const methods = ['GET', 'POST', 'PUT', 'PATCH'] as const;
  const shapes = methods.flatMap((method): [MetadataMethod, Shape][] => {
    const route = routes.find((one) => one.method === method);
    // A console draws nothing without `actions.GET`, be it empty; a form of nothing it would offer to be filled in.
    if (!route || (method !== 'GET' && !(route.shape && mayUse(ctx, route.policy)))) return [];
    return [[method, route.shape ?? {}]];
  });
  return Object.fromEntries(
    shapes.map(([method, shape]) => [method, infos(fieldsOf(kernel, shape, ctx, method, query), ctx, method, query)]),
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
function options(kernel: () => Kernel, path: string, base: Route, same: readonly Route[]): Route {
  const { policy, name, rootOrg, fixedOrg, connectionToken, shape } = base;
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
    const base = same.find(({ method }) => method === 'GET') ?? beside[0];
    return !base || MACHINES.has(base.policy.allow) ? [...same] : [...same, options(kernel, path, base, same)];
  });
}
