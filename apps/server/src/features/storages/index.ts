import { type Kernel, resource } from '@postern/resource';
import { sql } from 'kysely';
import type { Feature } from '../../platform/feature.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { storageBehaviour } from './storage.behaviour.ts';
import { commandStorage, replayStorage } from './storage.resources.ts';
import { storageRoutes } from './storage.routes.ts';

export { findRemoteReplay, type RemoteReplay } from './remote-replays.ts';
export { chosenStorage, storageConfig } from './stored.ts';

export interface StoragesDeps {
  kernel(): Kernel;
  outbound: Outbound;
}

/** Where components put commands and recordings: the server, or for recordings a bucket. */
export function storagesFeature({ kernel, outbound }: StoragesDeps): Feature {
  return {
    resources: [
      resource(commandStorage, storageBehaviour('command_storages', 'command_storage', outbound)),
      resource(replayStorage, storageBehaviour('replay_storages', 'replay_storage', outbound)),
    ],
    routes: storageRoutes(kernel),
    async seed(ctx) {
      for (const table of ['command_storages', 'replay_storages'])
        await sql`
          insert into ${sql.table(table)} (id, name, type, is_default, created_by, updated_by)
          select gen_random_uuid(), given.name, given.type, given.is_default, 'System', 'System'
          from (values ('default', 'server', true), ('null', 'null', false)) as given (name, type, is_default)
          where not exists (select 1 from ${sql.table(table)} s where s.type = given.type)`.execute(ctx.tx);
    },
  };
}
