import type { KeyObject } from 'node:crypto';
import { EXPIRY_WARNING_DAYS, type Standing } from '@postern/contract/licence';
import { keyId, type LicenceContent, openLicence, readPublicKey } from '@postern/contract/licence-file';
import type { SettingsStore } from '../../platform/settings/store.ts';
import { VENDOR_KEYS } from './vendor-keys.ts';

/** Names under which the settings table keeps what the licence needs; none of them can be reached over the settings API. */
export const LICENCE_ROW = 'LICENCE';
/** Latest time this installation has seen (ISO 8601): a clock that is turned back does not bring a licence back. */
export const CLOCK_ROW = 'LICENCE_CLOCK';
/** Public key of a test installation, written at its first start only (decision 0036). */
export const TEST_KEY_ROW = 'LICENCE_TEST_KEY';
/** Public half of the installation's own key (decision 0068). The private half is where the master key is. */
export const OWN_KEY_ROW = 'LICENCE_OWN_KEY';
/** When somebody removed the licence (ISO 8601): no start issues another one then. */
export const REMOVED_ROW = 'LICENCE_REMOVED';

const DAY_MS = 86_400_000;

export interface LicenceState {
  standing: Standing;
  /** What needs a licence works. */
  valid: boolean;
  /** Present also when it is over: people are told whose it was and since when. */
  content?: LicenceContent;
  /** Signed with the key of a test installation. */
  test: boolean;
  /** Issued by this installation to itself. */
  own: boolean;
}

export interface Licence {
  /** The standing at a moment; the signature is checked whenever the stored file is another one, dates every time. */
  state(clock: Date): LicenceState;
  valid(clock: Date): boolean;
  /** Keys whose signatures are believed. */
  keys(): readonly KeyObject[];
  /** Those of the build. With any, an installation issues nothing to itself. */
  vendorKeys: readonly string[];
  /** The clock, or the latest time seen when the clock is behind it. */
  now(clock: Date): Date;
}

const NONE: LicenceState = { standing: 'none', valid: false, test: false, own: false };

/** End of the grace period; undefined for a licence without an end. */
export const graceEnd = ({ date_expired, grace_days }: LicenceContent): Date | undefined =>
  date_expired === null ? undefined : new Date(Date.parse(date_expired) + grace_days * DAY_MS);

/** Where a licence stands at a moment. */
export function standingOf(content: LicenceContent, now: Date): Standing {
  const over = graceEnd(content);
  if (content.date_expired === null || over === undefined) return 'valid';
  const left = Date.parse(content.date_expired) - now.getTime();
  if (left > EXPIRY_WARNING_DAYS * DAY_MS) return 'valid';
  if (left > 0) return 'expiring';
  return now < over ? 'grace' : 'expired';
}

interface Opened {
  content: LicenceContent;
  test: boolean;
  own: boolean;
}

/**
 * Reads the licence out of the settings store; every node follows a change as it follows any setting.
 * @param vendorKeys those of the build; a build that has any believes no licence that an installation issued to itself
 */
export function createLicence(settings: Pick<SettingsStore, 'stored'>, vendorKeys: readonly string[] = VENDOR_KEYS): Licence {
  const vendor = vendorKeys.map(readPublicKey);
  let seen: { rows: readonly unknown[]; opened: Opened | undefined } | undefined;

  const storedKey = (row: string): KeyObject[] => {
    const stored = settings.stored(row);
    return typeof stored === 'string' ? [readPublicKey(stored)] : [];
  };
  const ownKeys = (): KeyObject[] => (vendor.length ? [] : storedKey(OWN_KEY_ROW));
  const keys = (): readonly KeyObject[] => [...vendor, ...ownKeys(), ...storedKey(TEST_KEY_ROW)];

  function opened(): Opened | undefined {
    const rows = [LICENCE_ROW, TEST_KEY_ROW, OWN_KEY_ROW].map((row) => settings.stored(row));
    if (!seen || rows.some((value, at) => value !== seen?.rows[at])) {
      const [text] = rows;
      seen = { rows, opened: typeof text === 'string' ? open(text) : undefined };
    }
    return seen.opened;
  }

  function open(text: string): Opened | undefined {
    try {
      const { content, key } = openLicence(text, keys());
      const among = (some: readonly KeyObject[]): boolean => some.some((one) => keyId(one) === keyId(key));
      const own = among(ownKeys());
      return { content, own, test: !own && !among(vendor) };
    } catch {
      // Changed behind our back: the installation is in community mode, and the licence screen shows that none is there.
      return undefined;
    }
  }

  const now = (clock: Date): Date => {
    const latest = Date.parse(String(settings.stored(CLOCK_ROW) ?? ''));
    return latest > clock.getTime() ? new Date(latest) : clock;
  };

  function state(clock: Date): LicenceState {
    const found = opened();
    if (!found) return NONE;
    const standing = standingOf(found.content, now(clock));
    return { standing, valid: standing !== 'expired', ...found };
  }
  return { state, valid: (clock) => state(clock).valid, keys, now, vendorKeys };
}
