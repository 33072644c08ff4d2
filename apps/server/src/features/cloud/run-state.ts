import type { Text } from '@postern/contract/text';
import type { Context, Kernel, Organisation } from '@postern/resource';
import type { SystemAccess } from '../../platform/platform.ts';
import type { Providers } from './account.resource.ts';
import type { ProtocolPort } from './place.ts';
import type { CloudInstance } from './providers/provider.ts';
import type { SyncTask } from './task.resource.ts';

export interface RunDeps {
  system: SystemAccess;
  kernel: () => Kernel;
  providers: Providers;
}

export interface HostPlatform {
  id: number;
  protocols: (ProtocolPort & { required?: boolean; primary?: boolean })[];
}

/** Which platform machines get, by their system. */
export interface Hosts {
  byOs: ReadonlyMap<CloudInstance['os'], HostPlatform>;
}

export interface TaskRow extends SyncTask {
  org_name: string;
}

/** One run on its way. */
export interface Run extends RunDeps {
  id: string;
  task: TaskRow;
  org: Organisation;
  protocols: readonly ProtocolPort[];
  hosts: Hosts;
  ctx: Context;
  signal: AbortSignal;
  /** Cleared once the licence lets no more assets in. */
  mayCreate: boolean;
  failed: boolean;
  count: number;
  write(words: Text, params?: Readonly<Record<string, unknown>>): void;
  progress(done: number): void;
}

/** Writes as the system in the organisation of the task, in a transaction of its own. */
export const inRun = <T>({ system, org }: Pick<Run, 'system' | 'org'>, work: (ctx: Context) => Promise<T>): Promise<T> =>
  system.asSystem('cloud sync', (ctx) => work({ ...ctx, org }));
