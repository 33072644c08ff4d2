import { createRequire } from 'node:module';
import type { PhoneRules } from '@postern/resource';
import { lazily } from '../../platform/lazy.ts';

const require = createRequire(import.meta.url);
const library = lazily(() => require('libphonenumber-js/min') as typeof import('libphonenumber-js/min'));

/** Region of a number written without a country code (docs/wire/conventions.md#values). */
const DEFAULT_REGION = 'CN';

/** Stored as digits with the country code and no plus; shown as code and number. */
export const phoneRules: PhoneRules = {
  normalise(text) {
    const found = library().parsePhoneNumberFromString(text, DEFAULT_REGION);
    return found?.isValid() ? `${found.countryCallingCode}${found.nationalNumber}` : undefined;
  },
  split(stored) {
    const found = library().parsePhoneNumberFromString(`+${stored.replace(/^\+/, '')}`);
    return found ? { code: `+${found.countryCallingCode}`, phone: found.nationalNumber } : { code: '', phone: stored };
  },
};
