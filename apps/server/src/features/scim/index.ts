import type { Feature } from '../../platform/feature.ts';
import { scimDialect } from './problem.ts';
import { type ScimDeps, scimRoutes } from './scim.routes.ts';

/** Identity providers keep people and groups by SCIM 2.0. */
export const scimFeature = (deps: ScimDeps): Feature => ({ routes: scimRoutes(deps), dialects: [scimDialect] });
