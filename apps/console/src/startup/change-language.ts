import type { Language } from '@postern/contract/text';
import { rememberLanguage } from '../i18n/language.ts';
import { loadLanguage } from '../i18n/start-i18n.ts';
import { queryClient } from '../layout/query-client.ts';
import { showError } from '../session/errors.ts';
import { keepPreferences } from '../session/preferences.ts';
import { refreshPublicSettings } from './public-settings.ts';
import { refreshProfile } from './start.ts';

/**
 * Changes the language of the open page. What is being typed stays: nothing is loaded anew but the words, and what the server says in
 * the reader's language. Without a connection everything stays as it is, and the person is told.
 */
export async function changeLanguage(id: Language): Promise<void> {
  const before = rememberLanguage(id);
  try {
    await loadLanguage();
    await keepPreferences({ language: id });
    await Promise.all([refreshPublicSettings(), refreshProfile(), queryClient.invalidateQueries()]);
  } catch (error) {
    rememberLanguage(before);
    await loadLanguage();
    showError(error);
  }
}
