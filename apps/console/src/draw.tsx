import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { antdLocale } from './i18n/antd-locale.ts';
import { startI18n } from './i18n/start-i18n.ts';
import { App } from './layout/App.tsx';
import { preloadScreen } from './routes/screen-of.ts';
import { addressInApp, BASE, type StartResult } from './startup/start.ts';
import './layout/layout.css';

/** Draws the console once start-up has settled. Holds the bulk of the code, which is read while the first requests are on their way. */
export async function draw(started: Promise<StartResult>): Promise<void> {
  const parts = Promise.all([antdLocale(), startI18n(), preloadScreen(addressInApp())]);
  const root = createRoot(document.getElementById('root') as HTMLElement);
  try {
    const [start, [locale]] = await Promise.all([started, parts]);
    if (!start.ready) return;
    history.replaceState(history.state, '', BASE + start.path);
    // In slices, so that the answers that arrive meanwhile are taken in.
    startTransition(() => root.render(<App locale={locale} />));
  } catch (error) {
    const [{ StartFailed }] = await Promise.all([import('./layout/StartFailed.tsx'), parts]);
    root.render(<StartFailed error={error} />);
  }
}
