import { ThemeProvider, ToastHost } from '@postern/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Locale } from 'antd/es/locale';
import enUS from 'antd/es/locale/en_US';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router';
import { Boundary } from './Boundary.tsx';
import { LanguageProvider, useLanguage, useTranslate } from './language.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { Start } from './Start.tsx';
import { shellWords } from './words.ts';

// The desk brings xterm, the other two pages what they need: each loads when opened.
const Workspace = lazy(() => import('./Workspace.tsx').then((module) => ({ default: module.Workspace })));
const ConnectPage = lazy(() => import('./ConnectPage.tsx').then((module) => ({ default: module.ConnectPage })));
const ReplayPage = lazy(() => import('../player/ReplayPage.tsx').then((module) => ({ default: module.ReplayPage })));
const MonitorPage = lazy(() => import('../sessions/MonitorPage.tsx').then((module) => ({ default: module.MonitorPage })));
const SharePage = lazy(() => import('../sharing/SharePage.tsx').then((module) => ({ default: module.SharePage })));

const queries = new QueryClient({ defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false, staleTime: 60_000 } } });

/** Ant Design's words; the packs other than English load when chosen. */
const PACKS = {
  en: () => Promise.resolve({ default: enUS }),
  zh: () => import('antd/es/locale/zh_CN'),
  ja: () => import('antd/es/locale/ja_JP'),
};

function Themed({ children }: { children: ReactNode }) {
  const { language } = useLanguage();
  const t = useTranslate();
  const [locale, setLocale] = useState<Locale>(enUS);
  useEffect(() => {
    let wanted = true;
    void PACKS[language]().then((pack) => wanted && setLocale(pack.default as Locale));
    return () => {
      wanted = false;
    };
  }, [language]);
  const labels = {
    close: t(shellWords.close),
    copy: t(shellWords.copy),
    copied: t(shellWords.copied),
    reference: t(shellWords.reference),
  };
  return (
    <ThemeProvider locale={locale}>
      {children}
      <ToastHost labels={labels} />
    </ThemeProvider>
  );
}

/** The pages of the terminal app (docs/behaviour/terminal.md#addresses). */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <LanguageProvider>
        <Themed>
          <BrowserRouter basename="/luna">
            <Start>
              <Boundary>
                <Suspense fallback={<div className="pt-blank" />}>
                  <Routes>
                    <Route path="/" element={<Workspace />} />
                    <Route path="/sftp" element={<Workspace files />} />
                    <Route path="/connect" element={<ConnectPage />} />
                    <Route path="/replay/:sid" element={<ReplayPage />} />
                    <Route path="/share/:id" element={<SharePage />} />
                    <Route path="/monitor/:sid" element={<MonitorPage />} />
                    <Route path="*" element={<NotFoundPage />} />
                  </Routes>
                </Suspense>
              </Boundary>
            </Start>
          </BrowserRouter>
        </Themed>
      </LanguageProvider>
    </QueryClientProvider>
  );
}
