import { CodedError } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import type { Context, Kernel } from '@postern/resource';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { SystemAccess } from '../../platform/platform.ts';
import type { PlaybookFile } from '../playbooks/files.ts';
import type { ExecutionRow } from './execution.resource.ts';

export interface JobDeps {
  system: SystemAccess;
  settings: SettingsReader;
  kernel: () => Kernel;
  jobs: Pick<Jobs, 'enqueue'>;
  /** The SSH door through which jobs reach machines, and what its key is known by. */
  gateway: { host: string; port: number; fingerprint(): string | undefined };
  /** Files of the playbook of a run, as they were when it was asked for, and the one that begins. @throws CodedError */
  playbook(ctx: Context, execution: ExecutionRow): Promise<{ files: readonly PlaybookFile[]; entry: string }>;
  /** The folder of the product's own data, which no playbook sees. */
  dataDir: string;
  /** Ends a run that is under way, or one that nobody has in hand. */
  cancel(ctx: Context, run: string): Promise<unknown>;
}

/** @throws CodedError jobs_off where administrators want no commands to be run by jobs */
export function requireOn(settings: SettingsReader): void {
  if (!settings.get('SECURITY_COMMAND_EXECUTION')) throw new CodedError('jobs_off');
}
