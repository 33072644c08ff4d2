import { expect, test } from 'vitest';
import { draw, press, seen, serve } from '../test/draw.tsx';
import { createApi } from '../transport/api.ts';
import { LoginEnds } from './LoginEnds.tsx';

// What the web terminal says before a login ends.

const AT = 'authentication/login-end/';
const api = (token?: string) => createApi({ token, language: () => 'en', onUnauthorized: () => undefined });
const notice = (): string | null | undefined => document.querySelector('[role="status"] .p-notice')?.textContent;

test('an unused login is told and stays by a press', async () => {
  let left = { unused_seconds: 90, seconds: 90_000 };
  const asked = serve({
    [`GET ${AT}`]: () => left,
    [`POST ${AT}`]: () => {
      left = { unused_seconds: 3600, seconds: 90_000 };
      return {};
    },
  });
  await draw(<LoginEnds api={api()} />);
  await seen(() => expect(notice()).toMatch(/^You will be logged out at \d?\d:\d\d/));
  await press('Stay logged in');
  await seen(() => expect(notice()).toBeUndefined());
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
});

test('an end that cannot be moved is told, without a way out that would close the terminals', async () => {
  serve({ [`GET ${AT}`]: () => ({ unused_seconds: 3600, seconds: 200 }) });
  await draw(<LoginEnds api={api()} />);
  await seen(() => expect(notice()).toMatch(/cannot be extended\. What is open here ends with it\./));
  expect([...document.querySelectorAll('.p-notice button')].map((button) => button.getAttribute('aria-label'))).toEqual(['Close']);
});

test('a page that was opened by a token asks for no end', async () => {
  const asked = serve({});
  expect(await api('t').loginLeft()).toEqual({ unused_seconds: null, seconds: null });
  expect(asked).toEqual([]);
});
