import type { AutomationType } from './automation.fields.ts';

/** What a run is about, kept with it so that a later change of the automation does not change what is under way. */
export interface Snapshot {
  type: AutomationType;
  name: string;
  comment: string;
  /** Usernames the automation names. */
  usernames: string[];
  /** Ids of the accounts that are dealt with; what the wire shows. */
  accounts: string[];
  nodes: string[];
  assets: string[];
  secret_type?: string;
  secret_strategy?: string;
  password_rules?: { length?: number };
  ssh_key_change_strategy?: string;
  params?: Readonly<Record<string, unknown>>;
  is_sync_account?: boolean;
  /** At the end of the run, ids of what did not succeed: accounts, or assets of gathering. */
  failed?: string[];
  /** Whom the end of the run is told, by id: how they are shown, and whether they had a file key when it began. */
  recipients?: Record<string, [display: string, hasKey: boolean]>;
}
