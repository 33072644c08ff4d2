import { resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { categoryRoutes } from './categories.routes.ts';
import { type Licensed, type PlatformsMoved, platformBehaviour } from './platform.behaviour.ts';
import { platform } from './platform.resource.ts';
import { platformExtraRoutes } from './platform-extras.routes.ts';
import { givenPlatforms, seedPlatforms } from './seed.ts';

export { methodsFor } from './automation-methods.ts';
export { type CustomField, type PlatformProtocol, platform } from './platform.resource.ts';

/** Platforms: what kind of thing an asset is, its protocols and what can be automated on it. */
export function platformsFeature({ licensed, moved }: { licensed: Licensed; moved: PlatformsMoved }): Feature {
  return {
    resources: [resource(platform, platformBehaviour(licensed, moved))],
    routes: [...categoryRoutes(licensed), ...platformExtraRoutes],
    tables: [givenPlatforms],
    seed: (ctx) => seedPlatforms(ctx, moved),
  };
}
