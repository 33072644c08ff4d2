import type { PageSize, Preferences } from '@postern/contract/preferences';
import { setThemeChoice, type ThemeChoice } from '@postern/ui';
import { readStored, writeStored } from '../data/useStored.ts';
import { currentLanguage, rememberLanguage } from '../i18n/language.ts';
import { SIZE_KEY, storedSize } from '../model/list-query.ts';
import { client } from './http.ts';
import { session, updateSession } from './session-store.ts';

/**
 * What the person chose for themselves: the server keeps it, and the profile tells it (docs/behaviour/profile.md#preferences). The browser has copies of what is
 * needed before the profile is there, which also hold for what was never chosen.
 */

/** Rows on a page of a list. */
export const ownPageSize = (): PageSize => session().profile?.preferences?.page_size ?? storedSize(readStored);

/** Makes this browser follow what was chosen, here or elsewhere. Answers whether its language is another one now. */
export function followPreferences({ theme, page_size, language }: Partial<Preferences> = {}): boolean {
  if (theme) setThemeChoice(theme);
  if (page_size) writeStored(SIZE_KEY, page_size);
  if (!language || language === currentLanguage().id) return false;
  rememberLanguage(language);
  // Where cookies are refused everything stays as it was.
  return language === currentLanguage().id;
}

/** Keeps what was chosen; what is left out stays. */
export async function keepPreferences(chosen: Partial<Preferences>): Promise<void> {
  const preferences = await client.preferences.patch(chosen);
  const { profile } = session();
  if (profile) updateSession({ profile: { ...profile, preferences } });
  followPreferences({ ...preferences, language: null });
}

/** The theme changes at once. What becomes of the wish to keep it is the caller's to say. */
export function chooseTheme(theme: ThemeChoice): Promise<void> {
  setThemeChoice(theme);
  return keepPreferences({ theme });
}
