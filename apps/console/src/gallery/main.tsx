import '../screens/screens.css';
import '../layout/layout.css';
import { startTheme, ThemeProvider } from '@postern/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { antdLocale } from '../i18n/antd-locale.ts';
import { startI18n } from '../i18n/start-i18n.ts';
import { queryClient } from '../layout/query-client.ts';
import { Gallery } from './Gallery.tsx';

// Every widget in its states, for those who build them. Served by the dev server only: the build knows two pages, and this is neither.

startTheme();
const [locale] = await Promise.all([antdLocale(), startI18n()]);
const router = createMemoryRouter([{ path: '*', element: <Gallery /> }]);
createRoot(document.getElementById('root') as HTMLElement).render(
  <ThemeProvider locale={locale}>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </ThemeProvider>,
);
