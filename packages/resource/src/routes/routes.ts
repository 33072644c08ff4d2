import { NOBODY } from '../base/conditions.ts';
import type { Context } from '../base/context.ts';
import { can, type Method, noContent, ok, type Policy, type Reply, type Request } from '../base/http.ts';
import type { Kernel } from '../compiled/kernel.ts';
import { mayList, policyOf } from '../compiled/policy-of.ts';
import type { ResolvedResource } from '../compiled/resolved.ts';
import type { Route } from '../compiled/route.ts';
import type { Verb } from '../definition/definition.ts';
import { narrowed } from '../definition/rows.ts';
import { outsideList, outsideReply } from '../read/elsewhere.ts';
import { fetchRow } from '../read/fetch.ts';
import { list, retrieve } from '../read/list.ts';
import { listReply } from '../read/whole-list.ts';
import { MAX_FILE } from '../transfer/bounds.ts';
import { createFromFile } from '../transfer/bulk-file.ts';
import { exportList, formatOf } from '../transfer/export.ts';
import { importModes, importRoutes } from '../transfer/routes.ts';
import { create, deleteMany, remove, update, updateMany } from '../write/write.ts';
import { metadata } from './options.ts';

const IN_PARTS = /^multipart\/form-data/i;

/** How many rows `suggestions/` answers at most (docs/wire/conventions.md#suggestions). */
const SUGGESTIONS = 10;

/** The resource with the rows that the actor may list, or else those that it offers: for suggestions of all kinds. */
async function listable(resource: ResolvedResource, ctx: Context): Promise<ResolvedResource> {
  if (mayList(resource, ctx)) return resource;
  const offered = (await resource.behaviour.offered?.(ctx)) ?? NOBODY;
  return narrowed(resource, () => offered);
}

/** Everything a resource answers to over HTTP, each route with its policy (docs/wire/conventions.md#addresses). */
export function routesOf(kernel: Kernel, resource: ResolvedResource): Route[] {
  const { definition, behaviour } = resource;
  const verbs = definition.verbs ?? ['list', 'retrieve', 'create', 'update', 'delete'];
  const bulk = definition.bulk !== false;
  const name = (what: string) => `${resource.app}.${resource.name}.${what}`;
  const empty400: Reply = { status: 400 };
  const ownPolicy = (verb: Verb) => policyOf(resource, verb);
  const takesFiles = importModes(resource, ownPolicy).includes('create');
  const bodyOf = async (ctx: Context, { headers, files, body }: Request): Promise<unknown> =>
    behaviour.fromForm && files && IN_PARTS.test(String(headers['content-type'])) ? behaviour.fromForm(ctx, files) : body;
  const routes: Route[] = [];

  for (const [at, path] of [definition.path, ...(definition.aliases ?? [])].entries()) {
    const base = `/api/v1/${definition.app}/${path}/`;
    const one = `${base}:id/`;
    const suffix = at === 0 ? '' : `@${path}`;
    const add = (method: Method, url: string, policy: Policy, what: string, handle: Route['handle'], more: Partial<Route> = {}) =>
      routes.push({
        method,
        path: url,
        policy,
        name: name(what + suffix),
        handle,
        ...(definition.rootOrg ? { rootOrg: true } : {}),
        ...(definition.fixedOrg ? { fixedOrg: definition.fixedOrg } : {}),
        ...more,
      });

    if (verbs.includes('list'))
      add('GET', base, policyOf(resource, 'list'), 'list', async (ctx, request) => {
        const format = formatOf(request.query);
        if (format) return exportList(kernel, resource, ctx, request, format);
        const outside = await outsideList(kernel, resource, ctx, request.query);
        return outside ? outsideReply(kernel, resource, ctx, request, outside) : listReply(kernel, resource, ctx, request);
      });
    if (verbs.includes('create'))
      add(
        'POST',
        base,
        policyOf(resource, 'create'),
        'create',
        async (ctx, request) =>
          takesFiles && Buffer.isBuffer(request.body)
            ? createFromFile(kernel, resource, ctx, request)
            : ok(await create(kernel, resource, ctx, await bodyOf(ctx, request), request.query), 201),
        { ...(takesFiles ? { fileLimit: MAX_FILE } : {}), ...(behaviour.fromForm ? { multipart: true } : {}) },
      );
    if (verbs.includes('retrieve'))
      add('GET', one, policyOf(resource, 'retrieve'), 'retrieve', async (ctx, { params, query }) =>
        ok(await retrieve(kernel, resource, ctx, params.id as string, query)),
      );
    if (verbs.includes('update')) {
      for (const method of ['PUT', 'PATCH'] as const) {
        const partial = method === 'PATCH';
        add(method, one, policyOf(resource, 'update'), partial ? 'partial_update' : 'update', async (ctx, { params, body, query }) =>
          ok(await update(kernel, resource, ctx, params.id as string, body, partial, query)),
        );
        if (bulk) {
          add(method, base, policyOf(resource, 'update'), partial ? 'partial_bulk_update' : 'bulk_update', async (ctx, { body, query }) =>
            ok(await updateMany(kernel, resource, ctx, body, partial, query)),
          );
        }
      }
    }
    if (verbs.includes('delete')) {
      add('DELETE', one, policyOf(resource, 'delete'), 'destroy', async (ctx, { params, query }) => {
        await remove(resource, ctx, [await fetchRow(resource, ctx, params.id as string, { lock: true })], { bulk: false, query });
        return noContent;
      });
      if (bulk)
        add('DELETE', base, policyOf(resource, 'delete'), 'bulk_destroy', async (ctx, { query }) =>
          (await deleteMany(kernel, resource, ctx, query)) ? noContent : empty400,
        );
    }
    for (const [url, on] of [
      [base, 'list'],
      [one, 'detail'],
    ] as const) {
      add('OPTIONS', url, { allow: 'user' }, `metadata_${on}`, async (ctx, { query }) => ok(metadata(kernel, resource, ctx, on, query)), {
        transaction: false,
      });
    }
    for (const { method, path: url, policy, what, handle, ...more } of importRoutes(kernel, resource, base, ownPolicy))
      add(method, url, policy, what, handle, more);
    const { suggestions } = definition;
    if (suggestions) {
      add(
        'GET',
        `${base}suggestions/`,
        can(suggestions),
        'suggestions',
        async (ctx, request) => ok(await list(kernel, await listable(resource, ctx), ctx, request, { first: SUGGESTIONS })),
        { shape: { rows: resource.name } },
      );
    }
    for (const [key, action] of Object.entries(definition.actions ?? {})) {
      const handler = behaviour.actions?.[key];
      if (!handler) continue;
      const url = `${action.on === 'list' ? base : one}${action.path}/`;
      for (const method of [action.method].flat()) {
        add(
          method,
          url,
          action.policy,
          `${key}${[action.method].flat().length > 1 ? `.${method.toLowerCase()}` : ''}`,
          async (ctx, request) =>
            handler(
              ctx,
              request,
              action.on === 'detail'
                ? await fetchRow(resource, ctx, request.params.id as string, { lock: method !== 'GET' && !action.unlocked })
                : undefined,
            ),
          {
            ...(action.transaction === undefined ? {} : { transaction: action.transaction }),
            ...(action.shape ? { shape: action.shape } : {}),
            ...(action.answer === undefined ? {} : { answer: action.answer }),
            ...(action.status ? { status: action.status } : {}),
            ...(action.media ? { media: action.media } : {}),
          },
        );
      }
    }
  }
  return routes;
}
