import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './http.ts';
import { type EndNotice, type LoginLeft, noticeOf, watchLoginEnd } from './login-end.ts';

const HOUR = 3600;

test.each<[LoginLeft, EndNotice | undefined]>([
  [{ unused_seconds: HOUR, seconds: 24 * HOUR }, undefined],
  [{ unused_seconds: 121, seconds: 301 }, undefined],
  [
    { unused_seconds: 120, seconds: HOUR },
    { kind: 'unused', at: 121_000 },
  ],
  [
    { unused_seconds: HOUR, seconds: 300 },
    { kind: 'over', at: 301_000 },
  ],
  // The end that comes first is told.
  [
    { unused_seconds: 60, seconds: 200 },
    { kind: 'unused', at: 61_000 },
  ],
  [
    { unused_seconds: 60, seconds: 60 },
    { kind: 'over', at: 61_000 },
  ],
  // Nothing ends what a token asks.
  [{ unused_seconds: null, seconds: null }, undefined],
])('%o is told as %o', (left, notice) => {
  expect(noticeOf(left, 1_000)).toEqual(notice);
});

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Pages of one browser over one login; each has what it was told last. */
function pages(login: { left: LoginLeft | ApiError }) {
  let asked = 0;
  const open = () => {
    const page: { told: EndNotice | undefined; watch: ReturnType<typeof watchLoginEnd> } = {
      told: undefined,
      watch: watchLoginEnd({
        async ask() {
          asked += 1;
          if (login.left instanceof ApiError) throw login.left;
          return login.left;
        },
        async use() {
          login.left = { unused_seconds: HOUR, seconds: 24 * HOUR };
        },
        told(notice) {
          page.told = notice;
        },
      }),
    };
    stops.push(page.watch.stop);
    return page;
  };
  return { open, asked: () => asked };
}

test('who stays in one page is asked no more in the others', async () => {
  const { open } = pages({ left: { unused_seconds: 90, seconds: HOUR } });
  const [one, other] = [open(), open()];
  await vi.waitFor(() => expect([one.told?.kind, other.told?.kind]).toEqual(['unused', 'unused']));
  await one.watch.stay();
  expect(one.told).toBeUndefined();
  await vi.waitFor(() => expect(other.told).toBeUndefined());
});

test('what was put away does not come back when it is looked at again; another end does', async () => {
  const login: { left: LoginLeft | ApiError } = { left: { unused_seconds: HOUR, seconds: 200 } };
  const { open, asked } = pages(login);
  const page = open();
  await vi.waitFor(() => expect(page.told?.kind).toBe('over'));
  const at = page.told?.at;
  login.left = { unused_seconds: HOUR, seconds: 199 };
  open();
  await vi.waitFor(() => expect(asked()).toBeGreaterThanOrEqual(3));
  // The same end keeps its moment, so that it is read out once.
  expect(page.told?.at).toBe(at);
  page.watch.dismiss();
  expect(page.told).toBeUndefined();
  const before = asked();
  open();
  await vi.waitFor(() => expect(asked()).toBeGreaterThanOrEqual(before + 3));
  expect(page.told).toBeUndefined();
  login.left = { unused_seconds: 30, seconds: 190 };
  open();
  await vi.waitFor(() => expect(page.told?.kind).toBe('unused'));
});

test('once it is over nothing is told, and a page that comes up after a new login has the others look again', async () => {
  const login: { left: LoginLeft | ApiError } = { left: new ApiError(401, 'not_authenticated', undefined, '') };
  const { open, asked } = pages(login);
  const page = open();
  await vi.waitFor(() => expect(asked()).toBe(1));
  expect(page.told).toBeUndefined();
  login.left = { unused_seconds: 90, seconds: HOUR };
  open();
  await vi.waitFor(() => expect(page.told?.kind).toBe('unused'));
});
