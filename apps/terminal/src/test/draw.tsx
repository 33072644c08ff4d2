import { ThemeProvider } from '@postern/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';
import { LanguageProvider } from '../shell/language.tsx';
import { type Services, ServicesContext } from '../shell/services.tsx';
import { createApi, type Profile, type PublicSettings } from '../transport/api.ts';
import { DEFAULTS } from '../xterm/preferences.ts';

/** One request as the network saw it. */
interface Asked {
  method: string;
  /** Below `/api/v1/`. */
  path: string;
  query: URLSearchParams;
}

/** Stands in for the network of one test: `answers` maps `GET terminal/commands/` to a body. Gives back the requests, a list that grows. */
export function serve(answers: Readonly<Record<string, (asked: Asked) => unknown>>): Asked[] {
  const log: Asked[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(String(input), 'http://terminal.test');
    const asked = { method: init?.method ?? 'GET', path: url.pathname.replace('/api/v1/', ''), query: url.searchParams };
    log.push(asked);
    const answer = answers[`${asked.method} ${asked.path}`];
    const body = answer ? answer(asked) : { detail: 'Not found.' };
    return new Response(JSON.stringify(body), { status: answer ? 200 : 404, headers: { 'content-type': 'application/json' } });
  });
  return log;
}

/** Draws a part of the page as the page does, with the services it starts with. Gives back the element it was drawn into. */
export async function draw(node: ReactNode, settings: PublicSettings = {}, perms: readonly string[] = []): Promise<HTMLElement> {
  const services: Services = {
    api: createApi({ language: () => 'en', onUnauthorized: () => undefined }),
    profile: { id: '1', name: 'Ann', username: 'ann', perms } as Profile,
    settings,
    methods: {},
    preferences: DEFAULTS,
    setPreferences: () => undefined,
    keep: () => undefined,
  };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return drawIn(client, <ServicesContext value={services}>{node}</ServicesContext>);
}

/** Draws within what stands around the whole page, and takes it away after the test. Gives back the element it was drawn into. */
export async function drawIn(client: QueryClient, node: ReactNode): Promise<HTMLElement> {
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  onTestFinished(() => act(async () => root.unmount()));
  await act(async () =>
    root.render(
      <ThemeProvider>
        <QueryClientProvider client={client}>
          <LanguageProvider>{node}</LanguageProvider>
        </QueryClientProvider>
      </ThemeProvider>,
    ),
  );
  return box;
}

/** Presses a button of the page by its words. */
export async function press(words: string): Promise<void> {
  const button = [...document.querySelectorAll('button')].find((one) => one.textContent === words);
  if (!button) throw new Error(`no button says "${words}"`);
  await act(async () => button.click());
}

/** Types into a field as a person does: React hears of it. */
export async function type(field: HTMLInputElement, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
/** Waits until what is checked holds. What comes in meanwhile is drawn without `act`, as in a page. */
export async function seen(check: () => void): Promise<void> {
  react.IS_REACT_ACT_ENVIRONMENT = false;
  await vi.waitFor(check, { timeout: 30_000 }).finally(() => {
    react.IS_REACT_ACT_ENVIRONMENT = true;
  });
}
