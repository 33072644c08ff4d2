import type { PhoneRules } from '@postern/resource';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Region of a number written without a country code (docs/wire/conventions.md#values). */
const DEFAULT_REGION = 'CN';

/** Stored as digits with the country code and no plus; shown as code and number. */
export const phoneRules: PhoneRules = {
  normalise(text) {
    const found = parsePhoneNumberFromString(text, DEFAULT_REGION);
    return found?.isValid() ? `${found.countryCallingCode}${found.nationalNumber}` : undefined;
  },
  split(stored) {
    const found = parsePhoneNumberFromString(`+${stored.replace(/^\+/, '')}`);
    return found ? { code: `+${found.countryCallingCode}`, phone: found.nationalNumber } : { code: '', phone: stored };
  },
};
