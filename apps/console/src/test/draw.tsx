import type { Language } from '@postern/contract/text';
import { ThemeProvider } from '@postern/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import i18next from 'i18next';
import { type ReactNode, Suspense } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';

/**
 * Draws a component as the console does: theme, language, data and a router around it. `at` is the address it is drawn at.
 * Gives back Testing Library's queries, a `user` who types and clicks, and the router.
 */
export async function draw(node: ReactNode, { language = 'en', at = '/' }: { language?: Language; at?: string } = {}) {
  await i18next.changeLanguage(language);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([{ path: '*', element: <Suspense fallback="…">{node}</Suspense> }], { initialEntries: [at] });
  const view = render(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  // Layout is not computed here, so what Ant Design calls untouchable while it moves can be clicked.
  return { ...view, router, user: userEvent.setup({ pointerEventsCheck: 0 }) };
}
