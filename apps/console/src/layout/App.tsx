import { ThemeProvider, ToastHost } from '@postern/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import type { Locale } from 'antd/es/locale';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { antdLocale } from '../i18n/antd-locale.ts';
import { BASE } from '../startup/start.ts';
import { LockoutQuestion } from './LockoutQuestion.tsx';
import { LoginEnds } from './LoginEnds.tsx';
import { queryClient } from './query-client.ts';
import { Root } from './Root.tsx';
import { SessionExpired } from './SessionExpired.tsx';

/** The console around its pages: theme, language, data, router and the things that lie over everything. */
export function App({ locale: first }: { locale: Locale | undefined }) {
  const { t, i18n } = useTranslation('shell');
  const [locale, setLocale] = useState(first);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pack is that of the current language
  useEffect(() => {
    antdLocale().then(setLocale, () => undefined);
  }, [i18n.language]);
  // Made here and not with the module: it reads the address, which start-up may have translated.
  const [router] = useState(() => createBrowserRouter([{ path: '*', element: <Root /> }], { basename: BASE }));
  return (
    <ThemeProvider locale={locale}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <LoginEnds />
        <SessionExpired />
        <LockoutQuestion />
        <ToastHost labels={{ close: t('close'), copy: t('copy'), copied: t('copied'), reference: t('request') }} />
      </QueryClientProvider>
    </ThemeProvider>
  );
}
