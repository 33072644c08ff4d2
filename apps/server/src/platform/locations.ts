import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type Language, type Text, text } from '@postern/contract/text';
import type { Log } from '@postern/resource';
import { type CityResponse, Reader } from 'mmdb-lib';
import { SettingsError } from './config/settings.ts';

/** Where addresses are, from a database of places that the operator keeps (docs/operations.md#places-of-log-ins). */
export interface Locations {
  /** Null without a database. */
  of(ip: string): Place | null;
  /** @throws SettingsError when the file is no such database */
  start(): Promise<void>;
  stop(): void;
}

/** A place in words: what is kept as evidence, and how readers of other languages call it where the database has a name for them. */
export interface Place {
  /** `Berlin, Germany`; `Unknown` of an address that the database does not have. In English, whoever reads it: places are compared by it. */
  name: string;
  names: PlaceNames;
}

export type PlaceNames = Partial<Record<'zh' | 'ja', string>>;

/** What clients know as the place of an address that no place is known of (docs/wire/audits.md#logins). */
export const UNKNOWN_PLACE = 'Unknown';
const UNKNOWN = text(UNKNOWN_PLACE, '未知', '不明');
/** Milliseconds between two looks at whether the file was replaced, which programs that keep it current do about weekly. */
const LOOK_MS = 60_000;

/** Keys of languages in databases of places. */
const NAMED = { zh: 'zh-CN', ja: 'ja' } as const;
/** Letters of a place at most, in any language. */
const MAX_NAME = 254;

function described({ city, country: at, registered_country: registered }: CityResponse): Place {
  const country = at ?? registered;
  const name = [city?.names?.en, country?.names?.en].filter(Boolean).join(', ') || UNKNOWN_PLACE;
  const names: PlaceNames = {};
  for (const language of ['zh', 'ja'] as const) {
    const key = NAMED[language];
    // Both languages say the country first. Smaller places have no name of their own there.
    const parts = [country?.names?.[key] ?? country?.names?.en, city?.names?.[key] ?? city?.names?.en].filter(Boolean);
    if (country?.names?.[key] || city?.names?.[key]) names[language] = parts.join(' ').slice(0, MAX_NAME);
  }
  return { name: name.slice(0, MAX_NAME), names };
}

/** A place as a reader calls it; one that was written down before there were other names, or has none, in English. */
export function placeIn(language: Language, name: string, names: PlaceNames | null | undefined): string {
  if (name === UNKNOWN_PLACE) return UNKNOWN[language];
  return (language === 'en' ? undefined : names?.[language]) ?? name;
}

/** The same in all languages, for messages. */
export const placeText = ({ name, names }: Place): Text =>
  text(placeIn('en', name, names), placeIn('zh', name, names), placeIn('ja', name, names));

/** @param file a database in MaxMind's format with cities or countries, read whole; undefined says that there is none */
export function createLocations(file: string | undefined, log: Pick<Log, 'warn'>, lookMs = LOOK_MS): Locations {
  let reader: Reader<CityResponse> | undefined;

  async function read(path: string): Promise<void> {
    reader = new Reader<CityResponse>(await readFile(path));
  }

  return {
    of(ip) {
      if (!reader) return null;
      try {
        const found = reader.get(ip);
        return found ? described(found) : { name: UNKNOWN_PLACE, names: {} };
      } catch {
        // A text that is no address, or a file that breaks off: nobody is kept out for it.
        return { name: UNKNOWN_PLACE, names: {} };
      }
    },
    async start() {
      if (!file) return;
      await read(file).catch((error: Error) => {
        throw new SettingsError([`POSTERN_LOCATION_DATABASE cannot be read: ${error.message}`]);
      });
      // What was read stays in use when the next one is broken.
      watchFile(file, { persistent: false, interval: lookMs }, () => {
        read(file).catch((error: Error) => log.warn({ err: error.message }, 'the new database of places cannot be read'));
      });
    },
    stop() {
      if (file) unwatchFile(file);
    },
  };
}
