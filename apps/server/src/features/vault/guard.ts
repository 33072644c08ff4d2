import { InvalidInput } from '@postern/contract/errors';
import type { SettingKey, SettingsReader } from '@postern/contract/settings';
import type { Context } from '@postern/resource';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { countSecrets, SECRET_COLUMNS, secretsAt } from '../../platform/secrets/external-columns.queries.ts';
import { externalId, type SecretStore, SecretStoreError } from '../../platform/secrets/external-secrets.ts';
import { formOver } from '../settings/index.ts';
import { STORE_KEYS, storeOf } from './config.ts';

/** Whether a store gives an entry: undefined when it cannot be asked. */
async function gives(store: SecretStore | undefined, id: string): Promise<boolean | undefined> {
  try {
    await store?.get(id);
    return store !== undefined;
  } catch (error) {
    if (!(error instanceof SecretStoreError)) throw error;
    return error.why === 'away' ? undefined : false;
  }
}

async function oneEntry(ctx: Context): Promise<string | undefined> {
  for (const column of SECRET_COLUMNS) {
    const [row] = await secretsAt(ctx.tx, column, 'there', '', 1);
    const id = row && externalId(row.stored);
    if (id) return id;
  }
  return undefined;
}

/**
 * Settings under which the secrets that are in the store could not be read any more are refused, while the present ones read them.
 * @throws InvalidInput `secrets_left_behind`
 */
export async function keepReach(
  ctx: Context,
  changed: ReadonlyMap<SettingKey, unknown>,
  { settings, outbound }: { settings: SettingsReader; outbound: Outbound },
): Promise<void> {
  const moved = [...changed.keys()].find((key) => STORE_KEYS.has(key));
  if (!moved) return;
  const id = await oneEntry(ctx);
  if (!id) return;
  if ((await gives(storeOf(formOver(settings, changed), outbound), id)) === true) return;
  if ((await gives(storeOf(settings, outbound), id)) !== true) return;
  const counts = Object.values(await countSecrets(ctx.tx));
  throw InvalidInput.on(moved, 'secrets_left_behind', { count: counts.reduce((sum, { there }) => sum + there, 0) });
}
