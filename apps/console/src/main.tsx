import './layout/layout.css';
import { startTheme } from '@postern/ui';
import { createRoot } from 'react-dom/client';
import { antdLocale } from './i18n/antd-locale.ts';
import { startI18n } from './i18n/start-i18n.ts';
import { App } from './layout/App.tsx';
import { StartFailed } from './layout/StartFailed.tsx';
import { BASE, startConsole } from './startup/start.ts';

startTheme();
const root = createRoot(document.getElementById('root') as HTMLElement);
const words = startI18n();

try {
  const [start, locale] = await Promise.all([startConsole(), antdLocale(), words]);
  if (start.ready) {
    history.replaceState(history.state, '', BASE + start.path);
    root.render(<App locale={locale} />);
  }
} catch (error) {
  await words;
  root.render(<StartFailed error={error} />);
}
