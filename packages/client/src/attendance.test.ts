import { expect, test } from 'vitest';
import { watchAttendance } from './attendance.ts';
import { createHttp } from './http.ts';

test('a page is attended for a minute after it came, and after each sign of its person', () => {
  const page = new EventTarget();
  let now = 5_000;
  const attended = watchAttendance(page, () => now);
  expect(attended()).toBe(true);
  now += 60_000;
  expect(attended()).toBe(false);
  for (const sign of ['keydown', 'pointermove', 'wheel', 'touchstart', 'pointerdown']) {
    page.dispatchEvent(new Event(sign));
    expect([sign, attended()]).toEqual([sign, true]);
    now += 59_999;
    expect([sign, attended()]).toEqual([sign, true]);
    now += 1;
    expect([sign, attended()]).toEqual([sign, false]);
  }
});

test('what an unattended page asks for says so; what its person asks for does not', async () => {
  const sent: Headers[] = [];
  let here = true;
  const http = createHttp({
    attended: () => here,
    cookies: () => '',
    fetch: async (_url, init) => {
      sent.push(new Headers(init?.headers));
      return new Response('{}', { headers: { 'content-type': 'application/json' } });
    },
  });
  await http.get('x/');
  here = false;
  await http.get('x/');
  expect(sent.map((headers) => headers.get('x-postern-unattended'))).toEqual([null, '1']);
});
