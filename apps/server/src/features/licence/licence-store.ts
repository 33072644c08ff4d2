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

const DAY_MS = 86_400_000;

export interface LicenceState {
  standing: Standing;
  /** What needs a licence works. */
  valid: boolean;
  /** Present also when it is over: people are told whose it was and since when. */
  content?: LicenceContent;
  /** Signed with the key of a test installation. */
  test: boolean;
}

export interface Licence {
  /** The standing at a moment; the signature is checked whenever the stored file is another one, dates every time. */
  state(clock: Date): LicenceState;
  valid(clock: Date): boolean;
  /** Keys whose signatures are believed. */
  keys(): readonly KeyObject[];
  /** The clock, or the latest time seen when the clock is behind it. */
  now(clock: Date): Date;
}

const NONE: LicenceState = { standing: 'none', valid: false, test: false };

/** End of the grace period. */
export const graceEnd = ({ date_expired, grace_days }: LicenceContent): Date => new Date(Date.parse(date_expired) + grace_days * DAY_MS);

/** Where a licence stands at a moment. */
export function standingOf(content: LicenceContent, now: Date): Standing {
  const left = Date.parse(content.date_expired) - now.getTime();
  if (left > EXPIRY_WARNING_DAYS * DAY_MS) return 'valid';
  if (left > 0) return 'expiring';
  return now < graceEnd(content) ? 'grace' : 'expired';
}

/** Reads the licence out of the settings store; every node follows a change as it follows any setting. */
export function createLicence(settings: Pick<SettingsStore, 'stored'>): Licence {
  const vendor = VENDOR_KEYS.map(readPublicKey);
  let seen: { text: unknown; key: unknown; opened: { content: LicenceContent; test: boolean } | undefined } | undefined;

  function testKey(): KeyObject | undefined {
    const stored = settings.stored(TEST_KEY_ROW);
    return typeof stored === 'string' ? readPublicKey(stored) : undefined;
  }

  const keys = (): readonly KeyObject[] => {
    const test = testKey();
    return test ? [...vendor, test] : vendor;
  };

  function opened(): { content: LicenceContent; test: boolean } | undefined {
    const text = settings.stored(LICENCE_ROW);
    const key = settings.stored(TEST_KEY_ROW);
    if (seen?.text === text && seen?.key === key) return seen?.opened;
    seen = { text, key, opened: typeof text === 'string' ? open(text) : undefined };
    return seen.opened;
  }

  function open(text: string): { content: LicenceContent; test: boolean } | undefined {
    try {
      const found = openLicence(text, keys());
      return { content: found.content, test: !vendor.some((one) => keyId(one) === keyId(found.key)) };
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
    return { standing, valid: standing !== 'expired', content: found.content, test: found.test };
  }
  return { state, valid: (clock) => state(clock).valid, keys, now };
}
