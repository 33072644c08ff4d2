import { CodedError } from '@postern/contract/errors';
import { settingNeedsLicence } from '@postern/contract/licence';
import { definitionOf, type SettingKey, type SettingsReader } from '@postern/contract/settings';
import type { Context } from '@postern/resource';
import { lockByName } from '../../platform/database/lock.queries.ts';
import { storedAs } from '../../platform/settings/providers.ts';
import type { SettingsStore } from '../../platform/settings/store.ts';
import type { Licence } from '../licence/index.ts';
import { keepToTheirPlaces } from './form-over.ts';
import { nothingRead, readKey, valuesOf } from './read-key.ts';
import { type Place, titleOf } from './setting-places.ts';
import { textOf } from './setting-text.ts';
import { REQUIRED } from './setting-values.ts';

/** The one way by which settings are written, whoever asks: a form, a file, or somebody who takes a change back. */

export interface SettingDeps {
  settings: SettingsStore;
  licence: Licence;
  /** Judges what is about to be stored, and throws what speaks against it. */
  judge(ctx: Context, changed: ReadonlyMap<SettingKey, unknown>): Promise<void>;
}

/** How a secret stands in the log. */
export const HIDDEN = '******';

/**
 * Values of a body in stored form. What is not of the place is named: nobody is told of a success that stored nothing.
 * @throws InvalidInput with all that is wrong
 */
export function readBody(
  ctx: Context,
  keys: readonly SettingKey[],
  body: Readonly<Record<string, unknown>>,
  whole: boolean,
): Map<SettingKey, unknown> {
  const read = nothingRead();
  const here: ReadonlySet<string> = new Set(keys);
  for (const key of Object.keys(body)) if (!here.has(key)) read.problems[key.slice(0, 128)] = [{ code: 'unknown_setting' }];
  for (const key of keys) {
    if (Object.hasOwn(body, key)) readKey(ctx, key, body[key], read);
    else if (whole && REQUIRED.has(key)) read.problems[key] = [{ code: 'required' }];
  }
  return valuesOf(read);
}

/** Two people who save at once go one after the other, so that each is told, and the log keeps, what was there. Held until the end of the transaction. */
export const lockSettings = (ctx: Context): Promise<void> => lockByName(ctx.tx, 'settings');

/** The settings of a place as they stand in the database at this moment, whatever this node has read so far. */
export async function settingsNow(
  ctx: Context,
  settings: SettingsStore,
  { keys, provider }: Pick<Place, 'keys' | 'provider'>,
): Promise<SettingsReader> {
  const stored = await settings.read(
    ctx,
    keys.map((key) => storedAs(key, provider)),
  );
  return {
    get(key) {
      const { fixed, default: usual } = definitionOf(key);
      return (fixed ? usual : (stored.get(storedAs(key, provider)) ?? usual)) as never;
    },
  };
}

/** What of these values is another than what is there. A secret is not looked at, and each announcement is a new one. */
export const changedIn = (values: ReadonlyMap<SettingKey, unknown>, now: SettingsReader): [SettingKey, unknown][] =>
  [...values].filter(
    ([key, value]) => definitionOf(key).secret || key === 'ANNOUNCEMENT' || JSON.stringify(value) !== JSON.stringify(now.get(key)),
  );

/** Stores what differs, with an event in the log; nothing happens where nothing does. The settings are locked. */
export type SaveSettings = (ctx: Context, place: Place, given: ReadonlyMap<SettingKey, unknown>) => Promise<void>;

export const savingTo =
  ({ settings, licence, judge }: SettingDeps): SaveSettings =>
  async (ctx, place, given) => {
    await lockSettings(ctx);
    const now = await settingsNow(ctx, settings, place);
    // A stored password is for the server it was given for: whoever names another one does not get it sent there.
    const values = new Map(given);
    keepToTheirPlaces(now, values);
    const changed = changedIn(values, now);
    if (changed.some(([key]) => settingNeedsLicence(key)) && !licence.valid(ctx.clock())) throw new CodedError('licence_required');
    if (changed.length === 0) return;
    await judge(ctx, new Map(changed));
    const changes = changed.map(([key, value]) =>
      definitionOf(key).secret
        ? { field: key, before: HIDDEN, after: HIDDEN }
        : { field: key, before: textOf(now.get(key)), after: textOf(value) },
    );
    await settings.set(ctx, Object.fromEntries(changed.map(([key, value]) => [storedAs(key, place.provider), value])));
    const title = titleOf(place)[ctx.language];
    const { category, provider } = place;
    ctx.audit({
      action: 'update',
      resourceType: 'setting',
      resourceId: provider === '' ? category : `${category}@${provider}`,
      resource: provider === '' ? title : `${title} (${provider})`,
      changes,
    });
  };
