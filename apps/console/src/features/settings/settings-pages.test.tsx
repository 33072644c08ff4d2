import { ToastHost } from '@postern/ui';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Organisation, Profile } from '../../session/session-types.ts';
import { type Answer, type Asked, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { field } from '../../test/metadata.ts';
import { EmailSettings } from './EmailSettings.tsx';
import { EnvironmentCard } from './EnvironmentCard.tsx';
import { InterfaceSettings } from './InterfaceSettings.tsx';
import { BasicSettings, CleanSettings, SecuritySettings } from './pages.tsx';
import { TerminalSettings } from './TerminalSettings.tsx';

/** Pages of settings as administrators meet them, over a server that knows one category. */

const URL = 'settings/setting/';
const signIn = (...perms: string[]) =>
  updateSession({
    profile: { id: '1', username: 'ann', perms } as unknown as Profile,
    settings: {},
    org: { id: '4', name: 'SystemSetting' } as Organisation,
    pseudoOrg: undefined,
  });
beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the open tab of former tests
  document.cookie = 'activeTab=; Max-Age=0; Path=/';
  signIn('settings.change_terminal', 'terminal.view_terminal');
});

const metadata = (fields: object) => ({ name: '', description: '', renders: [], parses: [], actions: { GET: fields, PATCH: fields } });

function category(fields: object, values: object, more: Readonly<Record<string, Answer | ((asked: Asked) => Answer)>> = {}) {
  return serve({
    [`OPTIONS ${URL}`]: metadata(fields),
    [`GET ${URL}`]: values,
    [`PATCH ${URL}`]: ({ body }) => ({ ...values, ...(body as object) }),
    'GET settings/public/': { INTERFACE: {} },
    ...more,
  });
}

const TERMINAL = {
  TERMINAL_KOKO_SSH_ENABLED: field('boolean', 'SSH clients'),
  TERMINAL_PASSWORD_AUTH: field('boolean', 'SSH login with password', { help_text: 'Off: components take keys only.' }),
  TERMINAL_PUBLIC_KEY_AUTH: field('boolean', 'SSH login with key'),
  TERMINAL_ASSET_LIST_SORT_BY: field('choice', 'Order of the asset list', {
    choices: [
      { value: 'name', label: 'Name' },
      { value: 'ip', label: 'Address' },
    ],
  }),
  TERMINAL_ASSET_LIST_PAGE_SIZE: field('choice', 'Assets per page', {
    choices: ['all', 'auto', '10', '15', '25', '50'].map((value) => ({ value, label: value })),
  }),
  TERMINAL_TELNET_REGEX: field('string', 'Telnet success pattern', { max_length: 1024 }),
  TERMINAL_RAZOR_ENABLED: field('boolean', 'Obeyed by nothing here', { read_only: true }),
};
const TOLD = {
  TERMINAL_KOKO_SSH_ENABLED: true,
  TERMINAL_PASSWORD_AUTH: true,
  TERMINAL_PUBLIC_KEY_AUTH: true,
  TERMINAL_ASSET_LIST_SORT_BY: 'name',
  TERMINAL_ASSET_LIST_PAGE_SIZE: 'auto',
  TERMINAL_TELNET_REGEX: '',
  TERMINAL_RAZOR_ENABLED: true,
};

test('Terminal begins with the components; its settings are a tab beside them', async () => {
  category(TERMINAL, TOLD, {
    'OPTIONS terminal/terminals/': metadata({ name: field('string', 'Name') }),
    'GET terminal/terminals/': { count: 0, results: [] },
  });
  const { user } = await draw(<TerminalSettings />);
  expect(await screen.findByText('No component has registered yet.')).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Settings' }));
  expect(await screen.findByText('Native clients')).toBeInTheDocument();
  expect(screen.queryByText('No component has registered yet.')).toBeNull();
});

test('how people log in with clients of their own, and what components are told, is changed there and nothing else', async () => {
  // Whoever may not see components has no tabs: the form stands alone.
  signIn('settings.change_terminal');
  const asked = category(TERMINAL, TOLD);
  const { user } = await draw(<TerminalSettings />);
  const switched = await screen.findByRole('switch', { name: /SSH login with password/ });
  expect(screen.queryByRole('tab')).toBeNull();
  expect(screen.getByText('Menu in a terminal')).toBeInTheDocument();
  expect(screen.getByText('Off: components take keys only.')).toBeInTheDocument();
  expect(screen.queryByText('Obeyed by nothing here')).toBeNull();
  await user.click(switched);
  await user.type(await screen.findByRole('textbox', { name: /Telnet success pattern/ }), 'in');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked.some(({ method }) => method === 'PATCH')).toBe(true));
  const sent = asked.find(({ method }) => method === 'PATCH');
  expect(sent?.query.get('category')).toBe('terminal');
  const { TERMINAL_RAZOR_ENABLED: _, ...own } = TOLD;
  expect(sent?.body).toEqual({ ...own, TERMINAL_PASSWORD_AUTH: false, TERMINAL_TELNET_REGEX: 'in' });
});

test('a test message that fails is told in the words of the mail server, once', async () => {
  category(
    { EMAIL_HOST: field('string', 'Host') },
    { EMAIL_HOST: 'mail.example' },
    { 'POST settings/mail/testing/': { status: 400, body: { error: 'The mail server refused the password.' } } },
  );
  const labels = { close: 'Close', copy: 'Copy', copied: 'Copied', reference: 'Request' };
  const { user } = await draw(
    <>
      <EmailSettings />
      <ToastHost labels={labels} />
    </>,
  );
  await user.click(await screen.findByRole('button', { name: 'Send a test message' }));
  expect(await screen.findByText('The mail server refused the password.')).toBeInTheDocument();
  expect(screen.getAllByText(/refused|[Bb]ad request/)).toHaveLength(1);
});

test('the mail to new people is shown as it is typed, in a frame that runs and loads nothing, and sent to whoever writes it', async () => {
  const SUBJECT = 'EMAIL_CUSTOM_USER_CREATED_SUBJECT';
  const subjectOf = (body: unknown): string => (body as Record<string, string>)[SUBJECT] ?? '';
  const asked = category(
    { EMAIL_HOST: field('string', 'Host'), [SUBJECT]: field('string', 'Subject') },
    { EMAIL_HOST: 'mail.example', [SUBJECT]: '' },
    {
      'POST settings/mail/welcome/preview/': ({ body }) => ({
        from: 'door@example.com',
        to: 'example@example.com',
        subject: `[Postern] ${subjectOf(body)}`,
        text: 'Dear Example Person',
        html: '<p>Dear &lt;b&gt;Example&lt;/b&gt; Person</p>',
      }),
      'POST settings/mail/welcome/sample/': { status: 400, body: { error: 'The mail server cannot be reached.' } },
    },
  );
  const labels = { close: 'Close', copy: 'Copy', copied: 'Copied', reference: 'Request' };
  const { user } = await draw(
    <>
      <EmailSettings />
      <ToastHost labels={labels} />
    </>,
  );
  await user.click(await screen.findByRole('button', { name: 'Edit the text' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(await within(dialog).findByRole('textbox', { name: 'Subject' }), 'Hello');
  expect(await within(dialog).findByText('[Postern] Hello')).toBeInTheDocument();
  const frame = within(dialog).getByTitle('Preview');
  expect(frame.getAttribute('sandbox')).toBe('');
  expect(frame.getAttribute('srcdoc')).toContain("default-src 'none'");
  expect(frame.getAttribute('srcdoc')).toContain('&lt;b&gt;Example');
  await user.click(within(dialog).getByText('Plain text'));
  expect(within(dialog).getByText('Dear Example Person')).toBeInTheDocument();
  expect(within(dialog).queryByTitle('Preview')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Send this to me' }));
  expect(await screen.findByText('The mail server cannot be reached.')).toBeInTheDocument();
  const sample = asked.find(({ path }) => path.includes('welcome/sample'));
  expect(subjectOf(sample?.body)).toBe('Hello');
  expect(asked.some(({ method }) => method === 'PATCH')).toBe(false);
});

test('what the environment fixes is read on the first page, with who gave it; of a secret that it is set, and defaults on demand', async () => {
  serve({
    'GET settings/environment/': {
      settings: [
        { name: 'POSTERN_HTTP_PORT', value: '8443', secret: false, source: 'environment' },
        { name: 'POSTERN_SSH_PORT', value: '2222', secret: false, source: 'default' },
        { name: 'POSTERN_SECRET_KEY', value: null, secret: true, source: 'file' },
        { name: 'DATABASE_URL', value: null, secret: true, source: 'default' },
      ],
    },
  });
  const { user } = await draw(<EnvironmentCard />);
  const of = (name: string) => screen.getByText(name).closest('div');
  expect(await screen.findByText('POSTERN_HTTP_PORT')).toBeInTheDocument();
  expect(of('POSTERN_HTTP_PORT')).toHaveTextContent('8443environment');
  expect(of('POSTERN_SECRET_KEY')).toHaveTextContent('setfile in the data folder');
  expect(screen.queryByText('POSTERN_SSH_PORT')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show defaults, too' }));
  expect(of('POSTERN_SSH_PORT')).toHaveTextContent('2222default');
  expect(of('DATABASE_URL')).toHaveTextContent('not setdefault');
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('the first page leads to the description of the API', async () => {
  signIn('settings.view_setting');
  category(
    { SITE_URL: field('string', 'Site address') },
    { SITE_URL: 'https://postern.example' },
    { 'GET settings/environment/': { settings: [] } },
  );
  await draw(<BasicSettings />);
  expect(await screen.findByRole('link', { name: 'Browse the API' })).toHaveAttribute('href', '/api/docs/');
  expect(screen.getByRole('link', { name: 'Download' })).toHaveAttribute('href', '/api/swagger.json');
});

const DAYS = {
  LOGIN_LOG_KEEP_DAYS: 'Login logs',
  OPERATE_LOG_KEEP_DAYS: 'Operation logs',
  TASK_LOG_KEEP_DAYS: 'Task logs',
  FTP_LOG_KEEP_DAYS: 'File transfer logs',
  ACTIVITY_LOG_KEEP_DAYS: 'Activity logs',
  TERMINAL_SESSION_KEEP_DURATION: 'Sessions and recordings',
  CLOUD_SYNC_TASK_EXECUTION_KEEP_DAYS: 'Cloud sync runs',
  EXPORT_FILE_KEEP_DAYS: 'Exported files',
};

test('days of what is kept are set, and one below its floor is told at its field and nowhere stored', async () => {
  const fields = Object.fromEntries(Object.entries(DAYS).map(([key, label]) => [key, field('integer', label)]));
  const values = Object.fromEntries(Object.keys(DAYS).map((key) => [key, 200]));
  const refused = { LOGIN_LOG_KEEP_DAYS: ['Ensure this value is greater than or equal to 180.'] };
  const asked = category(fields, values, { [`PATCH ${URL}`]: { status: 400, body: refused } });
  const { user } = await draw(<CleanSettings />);
  const days = await screen.findByRole('spinbutton', { name: /Login logs/ });
  expect(screen.getAllByRole('spinbutton')).toHaveLength(8);
  expect(screen.getByText(/removed every night from 02:00 on and cannot be brought back/)).toBeInTheDocument();
  await user.clear(days);
  await user.type(days, '179');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const message = await screen.findByText('Ensure this value is greater than or equal to 180.');
  expect(within(message.closest('.ant-form-item') as HTMLElement).getByRole('spinbutton')).toBe(days);
  expect(asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([{ ...values, LOGIN_LOG_KEEP_DAYS: 179 }]);
});

test('each picture says which size suits it', async () => {
  signIn('settings.change_interface');
  serve({
    'GET xpack/interface/setting/': {
      login_title: '',
      theme: 'green',
      colors: {},
      logo_index: '',
      logo_logout: '',
      favicon: '',
      login_image: '',
    },
    'GET xpack/interface/setting/themes/': [{ name: 'green', label: 'Green', colors: {} }],
  });
  await draw(<InterfaceSettings />);
  const sizeOf = async (label: string) =>
    (await screen.findByText(label)).closest('.ant-form-item')?.querySelector('.ant-form-item-extra')?.textContent;
  expect(await sizeOf('Logo in the header')).toBe('Best at 185 × 55 pixels.');
  expect(await sizeOf('Logo on the login page')).toBe('Best at 82 × 82 pixels.');
  expect(await sizeOf('Icon of the browser tab')).toBe('Best at 16 × 16 pixels.');
  expect(await sizeOf('Picture on the login page')).toBe('Best at 492 × 472 pixels.');
});

test('of what the login page has beside the password one is on at most, and codes only where everybody needs them', async () => {
  const choices = [0, 1, 2].map((value) => ({ value, label: `MFA ${value}` }));
  const fields = {
    SECURITY_MFA_AUTH: field('choice', 'Second factor', { choices }),
    SECURITY_MFA_IN_LOGIN_PAGE: field('boolean', 'Code on the page'),
    SECURITY_LOGIN_CHALLENGE_ENABLED: field('boolean', 'One-time code'),
    SECURITY_LOGIN_CAPTCHA_ENABLED: field('boolean', 'Slow down'),
  };
  const values = {
    SECURITY_MFA_AUTH: 1,
    SECURITY_MFA_IN_LOGIN_PAGE: false,
    SECURITY_LOGIN_CHALLENGE_ENABLED: false,
    SECURITY_LOGIN_CAPTCHA_ENABLED: true,
  };
  signIn('settings.change_security');
  const asked = category(fields, values, { 'POST settings/effects/': { effects: [] } });
  const { user } = await draw(<SecuritySettings />);
  const code = await screen.findByRole('switch', { name: 'Code on the page' });
  await user.click(code);
  expect(screen.getByRole('switch', { name: 'Slow down' })).not.toBeChecked();
  await user.click(screen.getByRole('switch', { name: 'One-time code' }));
  expect(code).not.toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked.some(({ method }) => method === 'PATCH')).toBe(true));
  expect(asked.find(({ method }) => method === 'PATCH')?.body).toMatchObject({
    SECURITY_MFA_IN_LOGIN_PAGE: false,
    SECURITY_LOGIN_CHALLENGE_ENABLED: true,
    SECURITY_LOGIN_CAPTCHA_ENABLED: false,
  });
});
