import { QueryClient } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawIn, press, seen, serve } from '../test/draw.tsx';
import { useLanguage } from './language.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';
import { Start } from './Start.tsx';
import { useServices } from './services.tsx';

/** What a person chose for themselves, as the terminal finds it when it starts. */

let cookies: Map<string, string>;
beforeEach(() => {
  cookies = new Map([['jms_session_expire', 'age']]);
  vi.spyOn(document, 'cookie', 'get').mockImplementation(() => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
  vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => {
    const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
    cookies.set(name, value);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const network = (preferences: object | undefined) =>
  serve({
    'GET users/profile/': () => ({ id: '1', name: 'Ann', username: 'ann', preferences }),
    'GET settings/public/': () => ({}),
    'GET terminal/components/connect-methods/': () => ({}),
    'PATCH users/preferences/': () => ({}),
  });

function Seen() {
  const { preferences } = useServices();
  const { language } = useLanguage();
  return (
    <>
      <output>{`${language} ${preferences.fontSize} ${preferences.palette}`}</output>
      <SettingsDialog onClose={() => undefined} />
    </>
  );
}

const start = () =>
  drawIn(
    new QueryClient(),
    <Start>
      <Seen />
    </Start>,
  );
const shown = () => document.querySelector('output:not([aria-label])')?.textContent;

test('what was chosen elsewhere holds here: the language of the words and of what the server says, the theme, the terminal', async () => {
  const asked = network({ language: 'zh', theme: 'dark', font_size: 18, palette: 'moss' });
  await start();
  await seen(() => expect(shown()).toBe('zh 18 moss'));
  expect(cookies.get('django_language')).toBe('zh-hans');
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(asked.filter(({ path }) => path === 'terminal/components/connect-methods/')).toHaveLength(2);
  // Connectors that other people made read the copy.
  expect(JSON.parse(localStorage.getItem('LunaSetting') ?? '{}')).toMatchObject({ fontSize: 18 });
  expect(asked.filter(({ method }) => method === 'PATCH')).toEqual([]);
});

test('what is chosen in the dialog is kept on the server, and what this browser had before is told to it', async () => {
  localStorage.setItem('LunaSetting', '{"fontSize":20}');
  const asked = network({ language: null, theme: null, font_size: null });
  await start();
  await seen(() => expect(shown()).toBe('en 20 harbour'));
  await seen(() => expect(asked.filter(({ method }) => method === 'PATCH')).toHaveLength(1));
  await act(async () => document.querySelector<HTMLInputElement>('input[type=radio][name=palette]:not(:checked)')?.click());
  await press('Save');
  await seen(() => expect(asked.filter(({ method }) => method === 'PATCH')).toHaveLength(2));
  await seen(() => expect(shown()).toBe('en 20 ink'));
});
