import { InvalidInput } from '@postern/contract/errors';
import { definitionOf, type SettingKey, type SettingsReader, type SettingValue } from '@postern/contract/settings';
import { isRecord } from '@postern/contract/wire';
import { type Context, reader } from '@postern/resource';
import { settingSchema } from '../../platform/settings/setting-schema.ts';
import { nothingRead, readKey, valuesOf } from './read-key.ts';
import { SENT_TO } from './sent-to.ts';

/** Settings with some values before the stored ones. */
export const formOver = (settings: SettingsReader, given: ReadonlyMap<SettingKey, unknown>): SettingsReader => ({
  get: <K extends SettingKey>(key: K): SettingValue<K> => (given.has(key) ? (given.get(key) as SettingValue<K>) : settings.get(key)),
});

/** Secrets that are stored and would be sent to another place than the one they were given for. */
export const secretsLeft = (given: ReadonlyMap<SettingKey, unknown>, settings: SettingsReader): SettingKey[] => [
  ...new Set(
    SENT_TO.flatMap(([secret, place]) => {
      const named = given.get(place);
      return named !== undefined && named !== settings.get(place) && !given.has(secret) && settings.get(secret) ? [secret] : [];
    }),
  ),
];

/** A stored secret is for the place it was given for: where another one is named, it is not sent there. */
export function keepToTheirPlaces(settings: SettingsReader, given: Map<SettingKey, unknown>): void {
  for (const secret of secretsLeft(given, settings)) given.set(secret, '');
}

/** A body that is a form of these settings, saved or not; `settingsOfForm` judges what it says. */
export const formBody = (keys: readonly SettingKey[]) =>
  reader(
    { schema: { type: 'object', properties: Object.fromEntries(keys.map((key) => [key, settingSchema(key)])) } },
    (body): Readonly<Record<string, unknown>> => {
      if (!isRecord(body)) throw InvalidInput.on('non_field_errors', 'not_an_object');
      return body;
    },
  );

/**
 * Settings as a form has them that is not saved: what it leaves out, and secrets left blank, are the stored ones. Keys of others are passed over.
 * @throws InvalidInput
 */
export function settingsOfForm(
  ctx: Context,
  settings: SettingsReader,
  keys: readonly SettingKey[],
  body: Readonly<Record<string, unknown>>,
): SettingsReader {
  const read = nothingRead();
  for (const key of keys) if (body[key] !== undefined) readKey(ctx, key, body[key], read);
  const given = valuesOf(read);
  keepToTheirPlaces(settings, given);
  return formOver(settings, given);
}

/** Keys that a category shows. */
export const keysOfCategory = (keys: readonly SettingKey[], category: string): SettingKey[] =>
  keys.filter((key) => {
    const { category: own, also } = definitionOf(key);
    return own === category || [also ?? []].flat().some((one) => one === category);
  });
