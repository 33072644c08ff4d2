import { CodedError } from '@postern/contract/errors';
import { callNeedsLicence } from '@postern/contract/licence';
import type { Route } from '@postern/resource';
import type { Licence } from './licence-store.ts';

/**
 * Puts the licence before every route that needs one (the table of `@postern/contract`). It stands behind the route's own policy: who has
 * no right is told so first.
 * @returns the same routes in the same order
 */
export const gated = (routes: readonly Route[], licence: Licence): Route[] =>
  routes.map((route) =>
    callNeedsLicence(route.method, route.path)
      ? {
          ...route,
          async handle(ctx, request, kernel) {
            if (!licence.valid(ctx.clock())) throw new CodedError('licence_required');
            return route.handle(ctx, request, kernel);
          },
        }
      : route,
  );
