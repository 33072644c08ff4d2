import { startTheme } from '@postern/ui';
import { createRoot } from 'react-dom/client';
import { antdLocale } from './i18n/antd-locale.ts';
import { startI18n } from './i18n/start-i18n.ts';
import { addressInApp, BASE, startConsole } from './startup/start.ts';
import './layout/layout.css';

startTheme();
// The requests of the start-up leave before the bulk of the code is fetched and read; both then go on side by side.
const started = startConsole();
void import('./routes/preload.ts').then(({ preloadScreen }) => preloadScreen(addressInApp()));
const parts = Promise.all([import('./layout/App.tsx'), antdLocale(), startI18n()]);
const root = createRoot(document.getElementById('root') as HTMLElement);

try {
  const [start, [{ App }, locale]] = await Promise.all([started, parts]);
  if (start.ready) {
    history.replaceState(history.state, '', BASE + start.path);
    root.render(<App locale={locale} />);
  }
} catch (error) {
  const [{ StartFailed }] = await Promise.all([import('./layout/StartFailed.tsx'), parts]);
  root.render(<StartFailed error={error} />);
}
