import { randomUUID } from 'node:crypto';
import { type Context, resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { type CommandStorageDeps, commandStorageBehaviour } from './command-storage.behaviour.ts';
import { storageBehaviour } from './storage.behaviour.ts';
import { commandStorage, replayStorage } from './storage.resources.ts';
import { storageRoutes } from './storage.routes.ts';
import type { StorageTable } from './stored.ts';

export { chosenOfAny as chosenStorage, componentConfig } from './command-storage.behaviour.ts';
export { findRemoteReplay, type RemoteReplay } from './remote-replays.ts';
export { type Bucket, listVersions, putObject } from './s3.ts';

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

/** Where components put commands and recordings: the server, a search engine for commands, a bucket for recordings. */
export function storagesFeature(deps: CommandStorageDeps): Feature {
  const { outbound } = deps;
  return {
    resources: [
      resource(commandStorage, commandStorageBehaviour(storageBehaviour('command_storages', 'command_storage', outbound), deps)),
      resource(replayStorage, storageBehaviour('replay_storages', 'replay_storage', outbound)),
    ],
    routes: storageRoutes(deps.logs),
    async seed(ctx) {
      await seedStorages(ctx, 'command_storages');
      await seedStorages(ctx, 'replay_storages');
    },
  };
}
