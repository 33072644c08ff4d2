import { type Context, defineTable, type Kernel, resource } from '@postern/resource';
import { sql } from 'kysely';
import type { Feature } from '../../platform/feature.ts';
import { platformsBefore, platformsMoved } from '../destinations/index.ts';
import { categoryRoutes } from './categories.routes.ts';
import { completeProtocols, type Licensed, lastProtocolId, platformBehaviour } from './platform.behaviour.ts';
import { platform } from './platform.resource.ts';
import { platformExtraRoutes } from './platform-extras.routes.ts';
import { GIVEN_PLATFORMS, SEEDED_PLATFORMS } from './seeded-platforms.ts';

export { methodsFor } from './automation-methods.ts';
export type { PlatformProtocol } from './platform.behaviour.ts';

/** Which platforms the installation was given: what was deleted since does not come back with the next start. */
const givenPlatforms = defineTable({ name: 'given_platforms', columns: { id: 'integer primary key' } });

/** Platforms: what kind of thing an asset is, its protocols and what can be automated on it. */
export function platformsFeature(deps: { kernel: () => Kernel; licensed: Licensed }): Feature {
  return {
    resources: [resource(platform, platformBehaviour(deps.licensed))],
    routes: [...categoryRoutes(deps.licensed), ...platformExtraRoutes(deps.kernel)],
    tables: [givenPlatforms],
    async seed(ctx) {
      await seedPlatforms(ctx);
      await givePlatforms(ctx);
      // Own ids start well above the built-in ones, so that later versions can add some.
      await sql`select setval(pg_get_serial_sequence('platforms', 'id'), greatest((select max(id) from platforms), 1000))`.execute(ctx.tx);
    },
  };
}

/** Writes the built-in platforms; on later starts they are brought to the state of this version. Their ids never change. */
async function seedPlatforms(ctx: Context): Promise<void> {
  const before = await platformsBefore(ctx);
  let lastId = 0;
  for (const one of SEEDED_PLATFORMS) {
    const protocols = completeProtocols(one.protocols, new Set(), lastId);
    lastId += protocols.length;
    const automation = { ...one.automation, id: one.id };
    await sql`
      insert into platforms (id, name, internal, category, type, charset, protocols, domain_enabled, su_enabled, su_method,
        automation, custom_fields, comment, created_by, updated_by, date_created, date_updated)
      values (${one.id}, ${one.name}, true, ${one.category}, ${one.type}, 'utf-8', ${JSON.stringify(protocols)}::jsonb, ${one.domain_enabled},
        ${one.su_enabled}, ${one.su_method}, ${JSON.stringify(automation)}::jsonb, '[]'::jsonb, '', 'System', 'System', now(), now())
      on conflict (id) do update set name = excluded.name, category = excluded.category, type = excluded.type,
        protocols = excluded.protocols, domain_enabled = excluded.domain_enabled, su_enabled = excluded.su_enabled,
        su_method = excluded.su_method, automation = excluded.automation
      where platforms.internal`.execute(ctx.tx);
  }
  // What a new version changes about its own platforms leaves secrets where they were meant to go.
  await platformsMoved(ctx, before, true);
}

/** Writes the platforms that are not there yet and were never given; they can be changed and deleted like own ones. */
async function givePlatforms(ctx: Context): Promise<void> {
  for (const one of GIVEN_PLATFORMS) {
    const fresh = await sql`insert into given_platforms (id) values (${one.id}) on conflict do nothing returning id`.execute(ctx.tx);
    if (fresh.rows.length === 0) continue;
    const protocols = completeProtocols(one.protocols, new Set(), await lastProtocolId(ctx));
    await sql`
      insert into platforms (id, name, internal, category, type, charset, protocols, domain_enabled, su_enabled, su_method,
        automation, custom_fields, comment, created_by, updated_by, date_created, date_updated)
      values (${one.id}, ${one.name}, false, ${one.category}, ${one.type}, 'utf-8', ${JSON.stringify(protocols)}::jsonb, ${one.domain_enabled},
        ${one.su_enabled}, ${one.su_method}, ${JSON.stringify({ ...one.automation, id: one.id })}::jsonb, '[]'::jsonb, '', 'System', 'System',
        now(), now())
      on conflict do nothing`.execute(ctx.tx);
  }
}
