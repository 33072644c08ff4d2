import type { SettingsReader } from '@postern/contract/settings';
import type { Context, Kernel } from '@postern/resource';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { SystemAccess } from '../../platform/platform.ts';
import type { Messenger } from '../notifications/index.ts';

export interface ReviewDeps {
  kernel: () => Kernel;
  system: SystemAccess;
  settings: SettingsReader;
  jobs: Pick<Jobs, 'enqueue'>;
  messenger: Messenger;
  /** Looks at live sessions once the transaction is through: those of components that do not ask for themselves. */
  sessionsMayEnd(ctx: Context): void;
}
