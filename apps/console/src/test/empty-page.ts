import { toast } from '@postern/ui';
import i18next from 'i18next';
import { vi } from 'vitest';
import { setUnread } from '../features/messages/unread.ts';
import { NO_SESSION, updateSession } from '../session/session-store.ts';

/** What a page begins with: nobody is known, no toast, nothing in the stores of the browser, the address `/`, real clocks and English. */
export async function emptyPage(): Promise<void> {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  toast.close();
  updateSession(NO_SESSION);
  setUnread(0);
  document.body.innerHTML = '';
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  // A start or a change of language that is under way when its test ends loads its words first, and would come in the middle of another test.
  await vi.dynamicImportSettled();
  await i18next.changeLanguage('en');
}
