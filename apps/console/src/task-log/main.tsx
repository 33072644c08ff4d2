import { createRoot } from 'react-dom/client';
import { LogScreen } from '../features/tasks/LogScreen.tsx';
import { logAddress } from '../features/tasks/task-log-page.ts';
import { currentLanguage } from '../i18n/language.ts';
import { tasks as en } from '../locale/en/tasks.ts';
import { tasks as ja } from '../locale/ja/tasks.ts';
import { tasks as zh } from '../locale/zh/tasks.ts';

// The page at `/core/ops/…/log/`: it stands by itself, whichever console is served at `/ui/`.
const language = currentLanguage();
const words = { en, ja, zh }[language.id];
document.documentElement.lang = language.tag;
const log = logAddress(window.location.pathname.replace(/^\/core/, ''), window.location.search);
createRoot(document.getElementById('root') as HTMLElement).render(log ? <LogScreen {...log} words={words} /> : null);
