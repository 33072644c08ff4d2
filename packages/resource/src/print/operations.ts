import type { TableDefinition } from '../base/table.ts';
import type { Kernel } from '../compiled/kernel.ts';
import type { Route } from '../compiled/route.ts';
import { type Operation, type Operations, plainName } from './operation.ts';
import { ofRoute, paramsOf } from './route-operations.ts';
import { schemasOfResources } from './schemas.ts';
import { ofVerb } from './verb-operations.ts';

/**
 * Everything the API does, from the definitions of resources and the declarations of routes.
 * @param plain tables that are no resource's, to tell which columns may be empty
 */
export function operationsOf(kernel: Kernel, plain: readonly TableDefinition[], routes: readonly Route[]): Operations {
  const schemas = schemasOfResources(kernel, plain);
  const all = routes
    // Pages and files are no API.
    .filter(({ method, path }) => method !== 'OPTIONS' && path.startsWith('/api/v1/'))
    .map((route): Operation => {
      const resource = schemas.resources.get(route.name.split('.').slice(0, 2).join('.'));
      const verb = plainName(route.name).split('.').slice(2).join('.');
      // Of a verb with a route of its own, what that does not say is as of the verb; what it takes, it says itself.
      const { body, takes, ...answered } = resource ? ofVerb(schemas, resource, verb) : {};
      const fromVerb = { ...answered, ...(route.declared || !body ? {} : { body, ...(takes ? { takes } : {}) }) };
      return {
        route,
        method: route.method as Operation['method'],
        name: plainName(route.name),
        ...(resource ? { resource } : {}),
        params: paramsOf(kernel, route, resource),
        query: [],
        answers: 'unknown',
        statuses: [verb === 'create' ? 201 : verb === 'destroy' ? 204 : 200],
        errors: [],
        ...fromVerb,
        ...(route.declared || !fromVerb.answers ? ofRoute(schemas, route) : {}),
      };
    });
  return { all, schemas: schemas.all };
}
