import { resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { adhoc, adhocBehaviour } from './adhoc.resource.ts';

export { forgetAdhocs, MODULES } from './adhoc.resource.ts';

/** Commands that people keep by name. */
export const adhocsFeature = (): Feature => ({ resources: [resource(adhoc, adhocBehaviour)] });
