import type { Language } from '@postern/contract/text';
import { eb, or, type Where } from '@postern/resource';
import { sql } from 'kysely';
import { placeIn, UNKNOWN_PLACE } from '../../platform/locations.ts';

/** Logins from a city, by its name in English or in the reader's language. Each of the two names has an index of its own. */
export function inCity(language: Language, value: string): Where {
  const english = eb('t.city', '=', value === placeIn(language, UNKNOWN_PLACE, null) ? UNKNOWN_PLACE : value);
  if (language === 'en') return english;
  const named = language === 'zh' ? sql<string>`t.city_names ->> 'zh'` : sql<string>`t.city_names ->> 'ja'`;
  return or(english, sql<boolean>`${named} = ${value}`);
}
