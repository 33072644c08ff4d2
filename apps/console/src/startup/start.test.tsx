import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { http } from '../session/http.ts';
import { session, updateSession } from '../session/session-store.ts';
import type { Profile, PublicSettings } from '../session/session-types.ts';
import { type Answer, serve } from '../test/api.ts';
import { addressInApp, allowedPath, rememberView, settleOrganisation, startConsole } from './start.ts';

const ROOT = { id: '00000000-0000-0000-0000-000000000000', name: 'Global', is_root: true };
const NORTH = { id: '1', name: 'North', is_default: true };
const SOUTH = { id: '2', name: 'South' };
const person = (more: object = {}) =>
  ({
    username: 'mia',
    perms: [],
    console_orgs: [NORTH, SOUTH],
    audit_orgs: [],
    workbench_orgs: [NORTH],
    source: { value: 'local' },
    ...more,
  }) as unknown as Profile;

const assign = vi.fn();
const reload = vi.fn();
beforeEach(() => {
  localStorage.clear();
  assign.mockReset();
  reload.mockReset();
  updateSession({ profile: undefined, org: undefined, pseudoOrg: undefined, settings: {} });
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('jms_session_expire=age');
  onTestFinished(() => void vi.restoreAllMocks());
  onTestFinished(() => void vi.unstubAllGlobals());
});
const at = (pathname: string, search = '', hash = '') =>
  vi.stubGlobal('location', { pathname, search, hash, assign, reload, origin: 'http://x' });
const answers = (more: Record<string, Answer> = {}) => ({
  'GET users/profile/': person(),
  'GET settings/public/': { INTERFACE: { login_title: 'Works' } },
  'GET settings/public/open/': {},
  ...more,
});

test('settings and profile are read, and the page may be drawn', async () => {
  at('/ui/console/users/users', '?page=2');
  const asked = serve(answers());
  expect(await startConsole()).toEqual({ ready: true, path: '/console/users/users?page=2' });
  expect(new Set(asked.map(({ path }) => path))).toEqual(new Set(['users/profile/', 'settings/public/', 'settings/public/open/']));
  expect(session().settings.INTERFACE?.login_title).toBe('Works');
});

test('theme and page size that the person chose elsewhere hold here', async () => {
  at('/ui/');
  localStorage.setItem('theme', 'light');
  serve(answers({ 'GET users/profile/': person({ preferences: { theme: 'dark', page_size: 50, language: 'en' } }) }));
  expect(await startConsole()).toMatchObject({ ready: true });
  expect([localStorage.getItem('theme'), localStorage.getItem('paginationSize')]).toEqual(['dark', '50']);
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(reload).not.toHaveBeenCalled();
});

test('a language that the person chose elsewhere is taken up by loading the page again, once', async () => {
  at('/ui/');
  const cookies = new Map([['jms_session_expire', 'age']]);
  vi.spyOn(document, 'cookie', 'get').mockImplementation(() => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
  vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => {
    const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
    cookies.set(name, value);
  });
  serve(answers({ 'GET users/profile/': person({ preferences: { language: 'ja' } }) }));
  expect(await startConsole()).toEqual({ ready: false });
  expect(cookies.get('django_language')).toBe('ja');
  expect(reload).toHaveBeenCalledOnce();
  expect(await startConsole()).toMatchObject({ ready: true });
  expect(reload).toHaveBeenCalledOnce();
});

test('where the browser keeps no cookie the page is drawn in its own language', async () => {
  at('/ui/');
  serve(answers({ 'GET users/profile/': person({ preferences: { language: 'ja' } }) }));
  expect(await startConsole()).toMatchObject({ ready: true });
  expect(reload).not.toHaveBeenCalled();
});

test('without the mark of a session nothing is asked, and the person is logged out', async () => {
  at('/ui/console/users/users', '?page=2');
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
  const asked = serve(answers());
  expect(await startConsole()).toEqual({ ready: false });
  expect(asked).toEqual([]);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/core/auth/logout/?next=%2Fui%2Fconsole%2Fusers%2Fusers%3Fpage%3D2');
});

test('where the session is over the settings are refused as well, and the login page comes', async () => {
  at('/ui/');
  const refused = { status: 401, body: { code: 'not_authenticated', detail: 'Log in first.' } };
  const { promise: profileAnswer, resolve: answerProfile } = Promise.withResolvers<Answer>();
  serve(answers({ 'GET settings/public/': refused, 'GET settings/public/open/': refused, 'GET users/profile/': () => profileAnswer }));
  const started = startConsole();
  // The refusal of the settings is there first.
  await expect(http.get('settings/public/')).rejects.toThrow('Log in first.');
  answerProfile(refused);
  expect(await started).toEqual({ ready: false });
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/core/auth/login/?next=%2Fui%2F'));
});

test.each([401, 403])('a profile refused with %i leads to the login page', async (status) => {
  at('/ui/');
  serve(answers({ 'GET users/profile/': { status, body: {} } }));
  expect(await startConsole()).toEqual({ ready: false });
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/core/auth/login/?next=%2Fui%2F'));
});

test('a view is remembered and opened by the bare address; settings and the profile are not', () => {
  rememberView('/console/users/users');
  rememberView('/settings/basic');
  rememberView('/profile/info');
  expect(localStorage.getItem('PreView')).toBe('console');
  expect(allowedPath('/', person())).toBe('/console');
  localStorage.setItem('PreView', 'audit');
  expect(allowedPath('/', person()), 'one that is not theirs any more').toBe('/console');
  expect(allowedPath('/audit/dashboard', person())).toBe('/console');
  expect(allowedPath('/console/users/users', person())).toBe('/console/users/users');
});

test('a first login lands where it pointed, and without an address on the home of the best view, whoever was here before', () => {
  const fresh = (more: object = {}) => person({ is_first_login: true, audit_orgs: [NORTH], ...more });
  expect(allowedPath('/console/users/users?page=2', fresh())).toBe('/console/users/users?page=2');
  localStorage.setItem('PreView', 'audit');
  expect(allowedPath('/', fresh())).toBe('/console');
  expect(allowedPath('/', fresh({ console_orgs: [] }))).toBe('/audit');
  expect(allowedPath('/', fresh({ console_orgs: [], audit_orgs: [] }))).toBe('/workbench');
});

test('the base path is left out, and old addresses with a hash are understood', () => {
  at('/ui/console/users/users', '?a=1', '#b');
  expect(addressInApp()).toBe('/console/users/users?a=1#b');
  at('/ui/', '', '#/console/users/users');
  expect(addressInApp()).toBe('/console/users/users');
});

test('the organisation is settled for the view, with the rights that hold there', async () => {
  at('/ui/console/users/users');
  const asked = serve(answers());
  updateSession({ profile: person(), org: SOUTH });
  await settleOrganisation('/console/users/users');
  expect(session().org).toEqual(SOUTH);
  expect(asked).toEqual([]);
  await settleOrganisation('/workbench/home');
  expect(session().org, 'one that the view offers').toEqual(NORTH);
  expect(asked.map(({ path }) => path)).toEqual(['users/profile/']);
  expect(JSON.parse(localStorage.getItem('PRE_ORG_mia') ?? '')).toEqual(SOUTH);
});

test.each<[string, string, PublicSettings, string]>([
  ['the chosen one', '', {}, '2'],
  ['the one in the address', '?oid=9', {}, '9'],
  ['without the paid extension the default one', '', { XPACK_ENABLED: false }, '00000000-0000-0000-0000-000000000002'],
])('requests run in %s', async (_, search, settings, org) => {
  at('/ui/console/users/users', search);
  updateSession({ profile: person(), org: SOUTH, settings });
  const seen: Headers[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    seen.push(new Headers(init.headers));
    return new Response('{}', { headers: { 'content-type': 'application/json' } });
  });
  await http.get('users/users/');
  expect(seen[0]?.get('x-jms-org')).toBe(org);
});

test('without the paid extension the system organisation stays what it is', async () => {
  at('/ui/settings/basic');
  updateSession({ profile: person({ console_orgs: [ROOT] }), org: SOUTH, settings: { XPACK_ENABLED: false } });
  updateSession({ pseudoOrg: { id: '00000000-0000-0000-0000-000000000004', name: 'SystemSetting' } });
  let seen: Headers | undefined;
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    seen = new Headers(init.headers);
    return new Response('{}', { headers: { 'content-type': 'application/json' } });
  });
  await http.get('settings/setting/');
  expect(seen?.get('x-jms-org')).toBe('00000000-0000-0000-0000-000000000004');
});
