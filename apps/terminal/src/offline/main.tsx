import '@xterm/xterm/css/xterm.css';
import { startTheme, ThemeProvider } from '@postern/ui';
import { createRoot } from 'react-dom/client';
import { LanguageProvider } from '../shell/language.tsx';
import { about, bytesOfBase64 } from './embedded.ts';
import { OfflinePage } from './OfflinePage.tsx';
import '../shell/page.css';
import '../player/facts-header.css';
import '../shell/phones.css';
import './offline.css';

/**
 * The page of a signed bundle (docs/evidence.md#bundles): plays the recording that stands in it with the player of the product, without a
 * network. What a target or a person wrote reaches the page as text and never as markup.
 */

const textOf = (id: string): string => document.getElementById(id)?.textContent ?? '';
const told = about.parse(JSON.parse(textOf('about')));
const carried = textOf('recording');
document.title = `${told.facts.user} · ${told.facts.asset}`;

startTheme();
const root = document.body.appendChild(document.createElement('div'));
root.id = 'root';
createRoot(root).render(
  <ThemeProvider>
    <LanguageProvider>
      <OfflinePage {...told} carried={carried === '' ? null : () => bytesOfBase64(carried)} />
    </LanguageProvider>
  </ThemeProvider>,
);
