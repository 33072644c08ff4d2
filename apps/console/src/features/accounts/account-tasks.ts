import type { Row } from '../../model/resource.ts';
import { client } from '../../session/http.ts';
import { startTask } from '../tasks/start-task.ts';

/** Tries the logins of accounts on their machines, or puts them there, and opens the log of the task (docs/wire/accounts.md#pushes-and-tests). */
export const startAccountTask = (action: 'verify' | 'push', accounts: readonly Row['id'][], params?: object): Promise<void> =>
  startTask(client.accounts.tasks({ action, accounts, ...(params ? { params } : {}) }));

/** What the platform of an asset can do by itself (`auto_config`, docs/wire/assets.md#assets). */
type AutoConfig = Readonly<Record<string, unknown>>;
const autoConfig = (asset: unknown): AutoConfig => (asset as { auto_config?: AutoConfig } | null | undefined)?.auto_config ?? {};

export const canBeTested = (asset: unknown): boolean => {
  const { ansible_enabled, ping_enabled } = autoConfig(asset);
  return ansible_enabled === true && ping_enabled === true;
};

export const canBePushed = (asset: unknown): boolean => {
  const { ansible_enabled, push_account_enabled } = autoConfig(asset);
  return ansible_enabled === true && push_account_enabled === true;
};

/** Method by which accounts are put on an asset, in the form the parameters are looked up by. */
export const pushMethodOf = (asset: unknown) => ({ automation: autoConfig(asset) });
