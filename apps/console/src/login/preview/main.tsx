import '../login.css';
import { startTheme } from '@postern/ui';
import { createRoot } from 'react-dom/client';
import { currentLanguage } from '../../i18n/language.ts';
import { LoginPreviewPage } from './LoginPreviewPage.tsx';
import { readDraft } from './look-draft.ts';

// Drawn inside the settings of the interface, inert: nobody can press or reach anything on it.
document.documentElement.lang = currentLanguage().tag;
startTheme();
const root = createRoot(document.getElementById('root') as HTMLElement);
window.addEventListener('message', (event) => {
  const draft = readDraft(event);
  if (draft) root.render(<LoginPreviewPage draft={draft} />);
});
