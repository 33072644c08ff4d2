import { type Context, defineTable } from '@postern/resource';
import { now } from '../../platform/database/moment.queries.ts';
import { platformsBefore } from '../destinations/index.ts';
import { completeProtocols, lastProtocolId, type PlatformsMoved } from './platform.behaviour.ts';
import { reserveIds } from './platform.queries.ts';
import type { PlatformProtocol } from './platform.resource.ts';
import { GIVEN_PLATFORMS, SEEDED_PLATFORMS, type SeededPlatform } from './seeded-platforms.ts';

/** Which platforms the installation was given: what was deleted since does not come back with the next start. */
export const givenPlatforms = defineTable({ name: 'given_platforms', columns: { id: 'integer primary key' } });

/** Platforms that installations make themselves have ids above this one. */
const LAST_BUILT_IN = 1000;

const rowOf = (one: SeededPlatform, protocols: readonly PlatformProtocol[], internal: boolean) => ({
  id: one.id,
  name: one.name,
  internal,
  category: one.category,
  type: one.type,
  charset: 'utf-8',
  protocols: JSON.stringify(protocols),
  domain_enabled: one.domain_enabled,
  su_enabled: one.su_enabled,
  su_method: one.su_method,
  automation: JSON.stringify({ ...one.automation, id: one.id }),
  custom_fields: '[]',
  comment: '',
  created_by: 'System',
  updated_by: 'System',
  date_created: now,
  date_updated: now,
});

/** Writes the built-in platforms; on later starts they are brought to the state of this version. Their ids never change. */
async function writeBuiltIn(ctx: Context, moved: PlatformsMoved): Promise<void> {
  const before = await platformsBefore(ctx);
  let lastId = 0;
  for (const one of SEEDED_PLATFORMS) {
    const protocols = completeProtocols(one.protocols, new Set(), lastId);
    lastId += protocols.length;
    await ctx.tx
      .insertInto('platforms')
      .values(rowOf(one, protocols, true))
      .onConflict((clash) =>
        clash
          .column('id')
          .doUpdateSet(({ ref }) => ({
            name: ref('excluded.name'),
            category: ref('excluded.category'),
            type: ref('excluded.type'),
            protocols: ref('excluded.protocols'),
            domain_enabled: ref('excluded.domain_enabled'),
            su_enabled: ref('excluded.su_enabled'),
            su_method: ref('excluded.su_method'),
            automation: ref('excluded.automation'),
          }))
          .where('platforms.internal', '=', true),
      )
      .execute();
  }
  // What a new version changes about its own platforms leaves secrets where they were meant to go.
  await moved(ctx, before, true);
}

/** Writes the platforms that are not there yet and were never given; they can be changed and deleted like own ones. */
async function writeGiven(ctx: Context): Promise<void> {
  for (const one of GIVEN_PLATFORMS) {
    const fresh = await ctx.tx
      .insertInto('given_platforms')
      .values({ id: one.id })
      .onConflict((clash) => clash.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!fresh) continue;
    const protocols = completeProtocols(one.protocols, new Set(), await lastProtocolId(ctx));
    await ctx.tx
      .insertInto('platforms')
      .values(rowOf(one, protocols, false))
      .onConflict((clash) => clash.doNothing())
      .execute();
  }
}

/** The platforms of this version, and those that every installation is given once. */
export async function seedPlatforms(ctx: Context, moved: PlatformsMoved): Promise<void> {
  await writeBuiltIn(ctx, moved);
  await writeGiven(ctx);
  await reserveIds(ctx, LAST_BUILT_IN);
}
