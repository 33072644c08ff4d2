import { CodedError } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import type { Context, Kernel } from '@postern/resource';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { SystemAccess } from '../../platform/platform.ts';

export interface JobDeps {
  system: SystemAccess;
  settings: SettingsReader;
  kernel: () => Kernel;
  jobs: Pick<Jobs, 'enqueue'>;
  /** The SSH door through which jobs reach machines, and what its key is known by. */
  gateway: { host: string; port: number; fingerprint(): string | undefined };
  /** The folder of the product's own data, which no playbook sees. */
  dataDir: string;
  /** Ends a run that is under way, or one that nobody has in hand. */
  cancel(ctx: Context, run: string): Promise<unknown>;
}

/** @throws CodedError jobs_off where administrators want no commands to be run by jobs */
export function requireOn(settings: SettingsReader): void {
  if (!settings.get('SECURITY_COMMAND_EXECUTION')) throw new CodedError('jobs_off');
}
