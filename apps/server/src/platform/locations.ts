import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Log } from '@postern/resource';
import { type CityResponse, Reader } from 'mmdb-lib';
import { SettingsError } from './config/settings.ts';

/** Where addresses are, from a database of places that the operator keeps (docs/operations.md#places-of-log-ins). */
export interface Locations {
  /** `Berlin, Germany`; `Unknown` of an address that the database does not have; null without a database. */
  of(ip: string): string | null;
  /** @throws SettingsError when the file is no such database */
  start(): Promise<void>;
  stop(): void;
}

/** What clients know as the place of an address that no place is known of (docs/wire/audits.md#logins). */
export const UNKNOWN_PLACE = 'Unknown';
/** Milliseconds between two looks at whether the file was replaced, which programs that keep it current do about weekly. */
const LOOK_MS = 60_000;

const described = ({ city, country, registered_country: registered }: CityResponse): string =>
  [city?.names?.en, (country ?? registered)?.names?.en].filter(Boolean).join(', ') || UNKNOWN_PLACE;

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
        return found ? described(found) : UNKNOWN_PLACE;
      } catch {
        // A text that is no address, or a file that breaks off: nobody is kept out for it.
        return UNKNOWN_PLACE;
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
