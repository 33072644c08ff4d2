import { randomUUID } from 'node:crypto';
import { type Context, resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { type CheckDeps, checkJob } from './check.job.ts';
import { type CommandStorageDeps, commandStorageBehaviour } from './command-storage.behaviour.ts';
import { type ShipJobDeps, shipJob } from './shipping/ship.job.ts';
import { storageHealth, storedObjects } from './shipping/tables.ts';
import { type StorageDeps, storageBehaviour } from './storage.behaviour.ts';
import { commandStorage, replayStorage } from './storage.resources.ts';
import { storageRoutes } from './storage.routes.ts';
import type { StorageTable } from './stored.ts';

export { chosenOfAny as chosenStorage, componentConfig } from './command-storage.behaviour.ts';
export { createElsewhere, type Elsewhere } from './elsewhere.ts';
export { findRemoteReplay, type RemoteReplay } from './remote-replays.ts';
export { type Bucket, listVersions, putObject } from './s3.ts';
export { defaultStorage } from './stored.ts';
export type { StoreTools } from './stores/open-store.ts';

/** Storages that every installation has: the server, and one that keeps nothing. Of each type one, whatever it is called by now. */
const BUILT_IN = [
  { name: 'default', type: 'server', is_default: true },
  { name: 'null', type: 'null', is_default: false },
];

async function seedStorages(ctx: Context, table: StorageTable): Promise<void> {
  const there = await ctx.tx.selectFrom(table).select('type').execute();
  const missing = BUILT_IN.filter(({ type }) => !there.some((one) => one.type === type));
  if (missing.length === 0) return;
  const values = missing.map((one) => ({ id: randomUUID(), ...one, created_by: 'System', updated_by: 'System' }));
  await ctx.tx.insertInto(table).values(values).execute();
}

/** Where commands and recordings are kept: the server; for commands a search engine, for recordings a store of objects, to which they are taken from here. */
export function storagesFeature(deps: CommandStorageDeps & StorageDeps & ShipJobDeps & CheckDeps): Feature {
  return {
    resources: [
      resource(commandStorage, commandStorageBehaviour(storageBehaviour('command_storages', 'command_storage', deps), deps)),
      resource(replayStorage, storageBehaviour('replay_storages', 'replay_storage', deps)),
    ],
    tables: [storedObjects, storageHealth],
    routes: storageRoutes(deps.logs),
    jobs: [shipJob(deps), checkJob(deps)],
    async seed(ctx) {
      await seedStorages(ctx, 'command_storages');
      await seedStorages(ctx, 'replay_storages');
    },
  };
}
