import type { Feature } from '../../platform/feature.ts';
import { accessRoutes } from './access.routes.ts';
import type { AccessDeps } from './person.ts';

/** Why somebody reaches an asset or does not, and what a rule would change before it is saved. */
export const accessFeature = ({ hasFactor }: Pick<AccessDeps, 'hasFactor'>): Feature => ({ routes: accessRoutes(hasFactor) });
