import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LoginPreviewPage } from './LoginPreviewPage.tsx';
import { type LookDraft, readDraft } from './look-draft.ts';

const DRAFT: LookDraft = {
  title: 'Lighthouse',
  colors: { '--color-primary': '#123456' },
  logo: '/media/settings/logo.png',
  picture: new File(['x'], 'pier.png', { type: 'image/png' }),
  mode: 'dark',
};
let calls: string[];
beforeEach(() => {
  calls = [];
  URL.createObjectURL = () => 'blob:pier';
  URL.revokeObjectURL ??= () => undefined;
  vi.stubGlobal('fetch', async (url: string | URL | Request) => {
    calls.push(new URL(url instanceof Request ? url.url : String(url), location.origin).pathname);
    const saved = { INTERFACE: { login_title: 'Saved', theme_info: { colors: { '--color-primary': '#abcdef' } } }, AUTH_PASSKEY: true };
    return new Response(JSON.stringify(saved), { status: 200, headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => vi.unstubAllGlobals());

test('it is the login page with the draft in place of what is saved, and it asks for nothing but the settings', async () => {
  const { rerender } = render(<LoginPreviewPage draft={DRAFT} />);
  expect(await screen.findByRole('heading', { name: 'Log in to Lighthouse' })).toBeTruthy();
  expect(screen.getByLabelText('Username')).toBeTruthy();
  expect(document.querySelector('.login__image')?.getAttribute('src')).toBe('blob:pier');
  expect(screen.getByRole('img', { name: 'Lighthouse' }).getAttribute('src')).toBe('/media/settings/logo.png');
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(document.documentElement.style.getPropertyValue('--color-primary')).toBe('#123456');
  rerender(<LoginPreviewPage draft={{ ...DRAFT, title: 'Pier', picture: '', mode: 'light' }} />);
  expect(await screen.findByRole('heading', { name: 'Log in to Pier' })).toBeTruthy();
  expect(document.querySelector('.login__image')).toBeNull();
  expect(document.documentElement.dataset.theme).toBe('light');
  expect(localStorage.getItem('theme')).toBeNull();
  expect(calls).toEqual(['/api/v1/settings/public/open/']);
});

test('a draft is taken from the page around it alone', () => {
  const around = {} as Window;
  const parent = vi.spyOn(window, 'parent', 'get').mockReturnValue(around as typeof window.parent);
  const origin = location.origin;
  expect(readDraft({ source: around, origin, data: DRAFT })).toEqual(DRAFT);
  expect(readDraft({ source: window, origin, data: DRAFT })).toBeUndefined();
  expect(readDraft({ source: around, origin: 'https://evil.example', data: DRAFT })).toBeUndefined();
  for (const data of [undefined, 'x', {}, { ...DRAFT, picture: 7 }, { ...DRAFT, colors: null }])
    expect(readDraft({ source: around, origin, data })).toBeUndefined();
  parent.mockRestore();
  // Opened by itself it shows nothing.
  expect(readDraft({ source: window, origin, data: DRAFT })).toBeUndefined();
});
