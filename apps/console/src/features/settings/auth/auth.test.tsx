import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { updateSession } from '../../../session/session-store.ts';
import type { Organisation, Profile } from '../../../session/session-types.ts';
import { serve } from '../../../test/api.ts';
import { draw } from '../../../test/draw.tsx';
import { AuthSettings } from './AuthSettings.tsx';

type Json = Record<string, unknown>;

/** The tabs of the ways in, over a server that knows a switch of each. */

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the open tab of former tests
  document.cookie = 'activeTab=; Max-Age=0; Path=/';
  updateSession({
    profile: { id: '1', username: 'ann', perms: ['settings.change_auth'] } as unknown as Profile,
    settings: {},
    org: { id: '4', name: 'SystemSetting' } as Organisation,
    pseudoOrg: undefined,
  });
});

const STEPS = [
  { step: 'Description of the provider', ok: true, detail: 'https://provider.example' },
  { step: 'Keys of its signatures', ok: false, detail: 'untrusted DEPTH_ZERO_SELF_SIGNED_CERT' },
];

test.each([
  ['OpenID Connect', 'oidc', 'AUTH_OPENID'],
  ['OAuth2', 'oauth2', 'AUTH_OAUTH2'],
  ['SAML2', 'saml2', 'AUTH_SAML2'],
  ['CAS', 'cas', 'AUTH_CAS'],
  ['RADIUS', 'radius', 'AUTH_RADIUS'],
  ['WeCom', 'wecom', 'AUTH_WECOM'],
  ['DingTalk', 'dingtalk', 'AUTH_DINGTALK'],
  ['Feishu / Lark', 'feishu', 'AUTH_FEISHU'],
  ['Slack', 'slack', 'AUTH_SLACK'],
])('%s has a tab that says what its test has reached', async (tab, category, key) => {
  const info = { type: 'boolean', label: `Offer ${category}`, required: false, read_only: false, write_only: false };
  const fields = { [key]: info };
  const asked = serve({
    'OPTIONS settings/setting/': { name: '', description: '', renders: [], parses: [], actions: { GET: fields, PATCH: fields } },
    'GET settings/setting/': { [key]: true },
    'GET settings/public/': { INTERFACE: {} },
    'GET settings/providers/': { providers: [] },
    [`POST settings/${category}/testing/`]: { ok: false, steps: STEPS },
  });
  const { user } = await draw(<AuthSettings />);
  await user.click(await screen.findByRole('tab', { name: tab }));
  expect(await screen.findByRole('switch', { name: new RegExp(`Offer ${category}`) })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Test' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('untrusted DEPTH_ZERO_SELF_SIGNED_CERT'));
  expect(screen.getByRole('status').textContent).toMatch(/Reached.*Not reached/);
  expect(asked).toBeTruthy();
});

test('a second provider of a kind is added, set by itself, called anew and removed', async () => {
  const info = { type: 'boolean', label: 'Offer it', required: false, read_only: false, write_only: false };
  const fields = { AUTH_CAS: info };
  let providers: Json[] = [{ name: 'other', category: 'oidc', label: 'Of another kind' }];
  const asked = serve({
    'OPTIONS settings/setting/': { name: '', description: '', renders: [], parses: [], actions: { GET: fields, PATCH: fields } },
    'GET settings/setting/': ({ query }) => ({ AUTH_CAS: query.get('provider') === 'acme-sons' }),
    'GET settings/public/': { INTERFACE: {} },
    'GET settings/providers/': () => ({ providers }),
    'POST settings/providers/': ({ body }) => {
      providers = [...providers, body as Json];
      return { status: 201, body };
    },
    'PATCH settings/providers/acme-sons/': ({ body }) => {
      providers = providers.map((one) => (one.name === 'acme-sons' ? { ...one, ...(body as Json) } : one));
      return { status: 200, body: providers.at(-1) };
    },
    'DELETE settings/providers/acme-sons/': () => {
      providers = providers.slice(0, 1);
      return { status: 200, body: null };
    },
  });
  const { user } = await draw(<AuthSettings />);
  await user.click(await screen.findByRole('tab', { name: 'CAS' }));
  expect((await screen.findByRole('switch', { name: /Offer it/ })).getAttribute('aria-checked')).toBe('false');
  expect(screen.queryByRole('radio')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add provider' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Name'), 'Acme & Sons');
  expect((dialog.getByLabelText('Name in addresses') as HTMLInputElement).value).toBe('acme-sons');
  await user.click(dialog.getByRole('button', { name: 'Add provider' }));
  await waitFor(() => expect(screen.getByRole('switch', { name: /Offer it/ }).getAttribute('aria-checked')).toBe('true'));
  expect((screen.getByRole('radio', { name: 'Acme & Sons' }) as HTMLInputElement).checked).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  const again = within(await screen.findByRole('dialog'));
  await user.clear(again.getByLabelText('Name'));
  await user.type(again.getByLabelText('Name'), 'Acme');
  await user.click(again.getByRole('button', { name: 'Rename' }));
  await screen.findByRole('radio', { name: 'Acme' });
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('radio')).toBeNull());
  expect(screen.getByRole('switch', { name: /Offer it/ }).getAttribute('aria-checked')).toBe('false');
  expect(asked).toBeTruthy();
});

test('the test of RADIUS asks about the person who was typed in', async () => {
  const info = { type: 'boolean', label: 'Offer radius', required: false, read_only: false, write_only: false };
  const fields = { AUTH_RADIUS: info };
  const asked = serve({
    'OPTIONS settings/setting/': { name: '', description: '', renders: [], parses: [], actions: { GET: fields, PATCH: fields } },
    'GET settings/setting/': { AUTH_RADIUS: true },
    'GET settings/public/': { INTERFACE: {} },
    'POST settings/radius/testing/': { ok: true, steps: STEPS },
  });
  const { user } = await draw(<AuthSettings />);
  await user.click(await screen.findByRole('tab', { name: 'RADIUS' }));
  await user.type(await screen.findByLabelText('Username of the test'), 'pat');
  await user.type(screen.getByLabelText('Password'), 'word');
  await user.click(screen.getByRole('button', { name: 'Test' }));
  await screen.findByRole('status');
  expect(asked.find(({ method, path }) => method === 'POST' && path === 'settings/radius/testing/')?.body).toMatchObject({
    username: 'pat',
    password: 'word',
  });
});

test('the test of a chat service is of what is entered, and one that fails says how far it came', async () => {
  const flag = { type: 'boolean', label: 'WeCom', required: false, read_only: false, write_only: false };
  const corp = { type: 'string', label: 'Company ID', required: true, read_only: false, write_only: false };
  const secret = { type: 'string', label: 'Secret', required: false, read_only: false, write_only: true };
  const fields = { AUTH_WECOM: flag, WECOM_CORPID: corp, WECOM_AGENTID: { ...corp, label: 'Agent' }, WECOM_SECRET: secret };
  const asked = serve({
    'OPTIONS settings/setting/': { name: '', description: '', renders: [], parses: [], actions: { GET: fields, PATCH: fields } },
    'GET settings/setting/': { AUTH_WECOM: false, WECOM_CORPID: 'ww1', WECOM_AGENTID: '1' },
    'GET settings/public/': { INTERFACE: {} },
    'POST settings/wecom/testing/': { status: 400, body: { error: 'no', ok: false, steps: STEPS } },
  });
  const { user } = await draw(<AuthSettings />);
  await user.click(await screen.findByRole('tab', { name: 'WeCom' }));
  await user.type(await screen.findByLabelText(/Company ID/), '2');
  await user.click(screen.getByRole('button', { name: 'Test' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('untrusted DEPTH_ZERO_SELF_SIGNED_CERT'));
  expect(asked.find(({ path }) => path.includes('wecom/testing'))?.body).toEqual({
    AUTH_WECOM: false,
    WECOM_CORPID: 'ww12',
    WECOM_AGENTID: '1',
  });
});

test('a well-known provider of OAuth2 is filled in by choosing it, written over at will, and saved as it stands then', async () => {
  const words = (label: string, type = 'string') => ({ type, label, required: false, read_only: false, write_only: false });
  const fields = {
    AUTH_OAUTH2: words('Offer it', 'boolean'),
    AUTH_OAUTH2_PROVIDER: words('Its name'),
    AUTH_OAUTH2_LOGO_PATH: words('Its picture'),
    AUTH_OAUTH2_CLIENT_ID: words('Client'),
    AUTH_OAUTH2_SCOPE: words('Scopes'),
    AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT: words('Where to'),
    AUTH_OAUTH2_USER_ATTR_MAP: words('Names', 'json'),
  };
  const stored = {
    AUTH_OAUTH2: false,
    AUTH_OAUTH2_CLIENT_ID: 'ours',
    AUTH_OAUTH2_LOGO_PATH: '',
    AUTH_OAUTH2_USER_ATTR_MAP: { username: 'x' },
  };
  let saved: Json = {};
  serve({
    'OPTIONS settings/setting/': { name: '', description: '', renders: [], parses: [], actions: { GET: fields, PATCH: fields } },
    'GET settings/setting/': stored,
    'PATCH settings/setting/': ({ body }) => {
      saved = body as Json;
      return { ...stored, ...saved };
    },
    'GET settings/public/': { INTERFACE: {} },
    'GET settings/providers/': { providers: [] },
  });
  const { user } = await draw(<AuthSettings />);
  await user.click(await screen.findByRole('tab', { name: 'OAuth2' }));
  await user.click(await screen.findByRole('button', { name: 'Microsoft' }));
  expect(screen.getByText(/addresses say your-tenant-id/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'GitLab' }));
  expect(screen.getByText('GitLab is filled in. Nothing is saved yet.')).toBeTruthy();
  const where = screen.getByRole('textbox', { name: /Where to/ }) as HTMLInputElement;
  expect(where.value).toBe('https://gitlab.com/oauth/authorize');
  await user.clear(where);
  await user.type(where, 'https://git.corp.example/oauth/authorize');
  const picture = new File([new Uint8Array([137, 80, 78, 71])], 'logo.png', { type: 'image/png' });
  await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, picture);
  expect(await screen.findByRole('img', { name: 'Its picture' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved.AUTH_OAUTH2_PROVIDER).toBe('GitLab'));
  expect(saved).toMatchObject({
    AUTH_OAUTH2: false,
    AUTH_OAUTH2_CLIENT_ID: 'ours',
    AUTH_OAUTH2_SCOPE: 'read_user',
    AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT: 'https://git.corp.example/oauth/authorize',
    AUTH_OAUTH2_USER_ATTR_MAP: { username: 'username', name: 'name', email: 'email' },
    AUTH_OAUTH2_LOGO_PATH: 'data:image/png;base64,iVBORw==',
  });
  await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, new File([new Uint8Array(50_000)], 'big.png'));
  expect(await screen.findByText(/48 KiB/)).toBeTruthy();
});
