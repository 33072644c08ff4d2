import { CodedError, InvalidInput } from '@postern/contract/errors';
import { definitionOf, PROVIDER_CATEGORIES, type ProviderCategory, type SettingKey } from '@postern/contract/settings';
import { isRecord } from '@postern/contract/wire';
import { type Context, holds } from '@postern/resource';
import { keysOf, providersBeside, settingsOf } from '../../platform/settings/providers.ts';
import type { SettingsStore } from '../../platform/settings/store.ts';
import { ACCESS, type Category, KEYS } from './setting-places.ts';

/** Settings as one file: what it holds, and how it is made and read (decision 0127). Secrets are never in it. */

export const FORMAT = 'postern-settings';
export const VERSION = 1;
/** Settings of all places that one file may name; more is no file of ours. */
const MOST = 5_000;

type Values = Readonly<Record<string, unknown>>;
export interface FileProvider {
  name: string;
  category: ProviderCategory;
  label: string;
  settings: Values;
  /** Secrets that are set where the file comes from. */
  secrets: readonly string[];
}
export interface SettingsFile {
  format: typeof FORMAT;
  version: number;
  exported: string;
  settings: Readonly<Record<string, Values>>;
  providers: readonly FileProvider[];
  secrets: readonly string[];
}

/** Categories that somebody may change, in order. */
export const categoriesOf = (ctx: Context): Category[] =>
  (Object.keys(ACCESS) as Category[]).filter((category) => holds(ctx.actor, [ACCESS[category]]));

/** What a file has of a category: everything that can be set and is no secret. A setting that stands on two pages is of its own. */
export const keysInFile = (category: string): SettingKey[] =>
  KEYS.filter((key) => {
    const { category: own, fixed, secret } = definitionOf(key);
    return own === category && !fixed && !secret;
  });
const secretsOf = (category: string): SettingKey[] =>
  KEYS.filter((key) => definitionOf(key).category === category && definitionOf(key).secret);

/** Without an announcement there is nothing of it, and no file takes away the one of another installation. */
const isThere = (key: SettingKey, value: unknown): boolean => key !== 'ANNOUNCEMENT' || (isRecord(value) && Boolean(value.SUBJECT));

/** Of everything that the actor may change. */
export function fileOf(ctx: Context, settings: SettingsStore): SettingsFile {
  const categories = categoriesOf(ctx);
  const valuesOf = (keys: readonly SettingKey[], from: Pick<SettingsStore, 'get'>): Values =>
    Object.fromEntries(keys.map((key) => [key, from.get(key)]).filter(([key, value]) => isThere(key as SettingKey, value)));
  const setIn = (keys: readonly SettingKey[], from: Pick<SettingsStore, 'get'>) => keys.filter((key) => Boolean(from.get(key)));
  const providers = providersBeside(settings).filter(({ category }) => holds(ctx.actor, [ACCESS[category]]));
  return {
    format: FORMAT,
    version: VERSION,
    exported: ctx.clock().toISOString(),
    settings: Object.fromEntries(categories.map((category) => [category, valuesOf(keysInFile(category), settings)])),
    providers: providers.map((one) => {
      const own = settingsOf(settings, one) as Pick<SettingsStore, 'get'>;
      const keys = new Set<string>(keysOf(one.category));
      return {
        ...one,
        settings: valuesOf(
          keysInFile(one.category).filter((key) => keys.has(key)),
          own,
        ),
        secrets: setIn(secretsOf(one.category), own),
      };
    }),
    secrets: categories.flatMap((category) => setIn(secretsOf(category), settings)),
  };
}

const refused = (): never => {
  throw InvalidInput.on('file', 'invalid_settings_file');
};
const textIn = (value: unknown, most: number): string => (typeof value === 'string' && value.length <= most ? value : refused());
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) && value.length <= MOST ? value.map((one) => textIn(one, 128)) : refused();
const valuesIn = (value: unknown): Values => (isRecord(value) && Object.keys(value).length <= MOST ? value : refused());

/**
 * A file as somebody sends it. Only its shape is judged here.
 * @throws InvalidInput where it is none of ours; CodedError error where it is of a version that we do not know
 */
export function readFile(given: unknown, unknownVersion: string): SettingsFile {
  if (!isRecord(given) || given.format !== FORMAT) return refused();
  if (given.version !== VERSION) throw new CodedError('error', { detail: unknownVersion });
  const settings = valuesIn(given.settings);
  const providers = Array.isArray(given.providers) && given.providers.length <= 100 ? (given.providers as unknown[]) : refused();
  const file: SettingsFile = {
    format: FORMAT,
    version: VERSION,
    exported: textIn(given.exported, 64),
    settings: Object.fromEntries(Object.entries(settings).map(([category, values]) => [category.slice(0, 64), valuesIn(values)])),
    providers: providers.map((one) => {
      if (!isRecord(one)) return refused();
      const category = PROVIDER_CATEGORIES.find((known) => known === one.category) ?? refused();
      return {
        name: textIn(one.name, 31),
        category,
        label: textIn(one.label, 64).trim() || refused(),
        settings: valuesIn(one.settings),
        secrets: textsIn(one.secrets),
      };
    }),
    secrets: textsIn(given.secrets),
  };
  const all = [...Object.values(file.settings), ...file.providers.map((one) => one.settings)];
  if (all.reduce((sum, values) => sum + Object.keys(values).length, 0) > MOST) return refused();
  const names = file.providers.map(({ name }) => name);
  return new Set(names).size === names.length ? file : refused();
}
