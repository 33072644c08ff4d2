import { resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { savedView, savedViewBehaviour } from './saved-view.resource.ts';

/** What people set up for themselves and find again on every device. */
export const preferencesFeature = (): Feature => ({ resources: [resource(savedView, savedViewBehaviour)] });
