import { definitionOf, type ProviderCategory, SETTINGS, type SettingKey, type SettingsReader } from '@postern/contract/settings';
import { isRecord } from '@postern/contract/wire';
import type { Context } from '@postern/resource';
import { anyRow } from '../database/any-row.ts';
import type { SettingsStore } from './store.ts';

/**
 * Identity providers beside the first of their kind. Each is a copy of the settings of its category, kept under its name: whatever reads, checks and
 * tests the settings of the first does the same for all of them (decision 0122).
 */
export interface Provider {
  /** In addresses and in the names of its settings; never changes. */
  name: string;
  category: ProviderCategory;
  /** On the login page. */
  label: string;
}

const ROW = 'provider:';
const rowOf = (name: string): string => `${ROW}${name}`;

/** How a setting of a provider is kept; as it is for the first of a kind, whose name is empty. */
export const storedAs = (key: SettingKey, provider: string): string => (provider === '' ? key : `${key}@${provider}`);

/** Settings that each provider of a kind has for itself. */
export const keysOf = (category: ProviderCategory): SettingKey[] =>
  (Object.keys(SETTINGS) as SettingKey[]).filter((key) => definitionOf(key).category === category);

/** All of them, by their names. */
export function providersBeside(settings: Pick<SettingsStore, 'stored' | 'names'>): Provider[] {
  return settings.names(ROW).flatMap((row) => {
    const value = settings.stored(row);
    return isRecord(value)
      ? [{ name: row.slice(ROW.length), category: value.category as ProviderCategory, label: String(value.label) }]
      : [];
  });
}

/** Whether a name is taken, whatever this node has read so far. */
export const isProvider = async (ctx: Context, name: string): Promise<boolean> =>
  await anyRow(ctx.tx.selectFrom('settings').where('name', '=', rowOf(name)));

/** What a provider is set to, and everything that is not its own as it is for all. */
export const settingsOf = (settings: SettingsStore, { name, category }: Pick<Provider, 'name' | 'category'>): SettingsReader => ({
  get(key) {
    const { category: of, fixed, default: usual } = definitionOf(key);
    return (of !== category || fixed ? settings.get(key) : (settings.stored(storedAs(key, name)) ?? usual)) as never;
  },
});

export const storeProvider = (ctx: Context, settings: SettingsStore, { name, category, label }: Provider): Promise<void> =>
  settings.set(ctx, { [rowOf(name)]: { category, label } });

/** Forgets a provider and everything it was set to. */
export const forgetProvider = (ctx: Context, settings: SettingsStore, { name, category }: Provider): Promise<void> =>
  settings.remove(ctx, [rowOf(name), ...keysOf(category).map((key) => storedAs(key, name))]);
