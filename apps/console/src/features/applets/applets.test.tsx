import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Organisation, Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { field, metadata, page } from '../../test/metadata.ts';
import { AppletDetail } from './AppletDetail.tsx';
import { AppletsPage } from './AppletsPage.tsx';
import { HostDetail } from './HostDetail.tsx';
import { HostForm } from './HostForm.tsx';

const ALL = ['add', 'change', 'delete', 'view'].flatMap((verb) => [`terminal.${verb}_applet`, `terminal.${verb}_applethost`]);
const signIn = (...perms: string[]) =>
  updateSession({
    profile: { id: '1', username: 'ann', perms } as unknown as Profile,
    org: { id: '4', name: 'SystemSetting' } as Organisation,
    pseudoOrg: undefined,
  });

const FIELDS = {
  name: field('string', 'Name'),
  display_name: field('string', 'Display name'),
  version: field('string', 'Version'),
  type: field('labeled_choice', 'Type'),
  tags: field('list', 'Tags'),
  is_active: field('boolean', 'Active'),
  comment: field('string', 'Comment'),
};
const CHROME = {
  ...{ id: 'a1', name: 'chrome', display_name: 'Chrome', version: '0.2', author: 'Desk', comment: 'A browser', readme: '# Hello\n' },
  ...{ tags: ['web'], protocols: ['http'], is_active: true, can_concurrent: true, icon: '/media/applets/chrome/icon.png' },
  type: { value: 'web', label: 'Web' },
};
const FOUND = {
  ...CHROME,
  ...{
    version: '0.3',
    edition: { value: 'community', label: 'Community' },
    files: 5,
    bytes: 2048,
    icon: 'data:image/png;base64,',
    replaces: null,
  },
};
const OLD = { id: 'a1', version: '0.2', display_name: 'Chrome', sha256: 'f'.repeat(64), same: false, changed: ['version', 'type'] };

/** A request with a body, which the test takes on its way and answers. */
class Sending {
  static all: Sending[] = [];
  upload: { onprogress?: (event: object) => void } = {};
  onload?: () => void;
  onabort?: () => void;
  status = 0;
  statusText = '';
  response: unknown = '';
  responseType = '';
  url = '';
  body: unknown;
  aborted = false;
  open(_method: string, url: string): void {
    this.url = url;
  }
  setRequestHeader(): void {}
  getAllResponseHeaders = () => 'content-type: application/json\r\n';
  send(body: unknown): void {
    this.body = body;
    Sending.all.push(this);
  }
  abort(): void {
    this.aborted = true;
    this.onabort?.();
  }
  goes(loaded: number, total: number): void {
    act(() => this.upload.onprogress?.({ loaded, lengthComputable: true, total }));
  }
  async answers(status: number, body: object): Promise<void> {
    this.status = status;
    // What the network gives is a Blob; the one of jsdom is none to the Response of Node.
    this.response = JSON.stringify(body);
    await act(async () => this.onload?.());
  }
}
const sending = (): Sending => Sending.all.at(-1) as Sending;
beforeEach(() => {
  Sending.all = [];
  vi.stubGlobal('XMLHttpRequest', Sending);
  onTestFinished(() => void vi.unstubAllGlobals());
  signIn(...ALL);
});

const listed = () =>
  serve({
    'OPTIONS terminal/applets/': metadata(FIELDS),
    'GET terminal/applets/': page(CHROME, { ...CHROME, id: 'a2', name: 'dbeaver', display_name: 'DBeaver', is_active: false }),
  });

/** Words of a dialog, once it has come to rest. */
const shows = (dialog: HTMLElement, words: string | RegExp) => waitFor(() => expect(within(dialog).getByText(words)).toBeVisible());

/** The dialog, with a package of 2,000 bytes chosen. */
async function choose(name = 'chrome.zip', bytes = 2_000) {
  const { user, container } = await draw(<AppletsPage />);
  await user.click(await screen.findByRole('button', { name: 'Upload package' }));
  const dialog = await screen.findByRole('dialog');
  const input = dialog.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File([new Uint8Array(bytes)], name)] } });
  return { user, dialog, container };
}

test('applications are cards that lead to their pages, and say which are off', async () => {
  listed();
  await draw(<AppletsPage />);
  const card = (await screen.findByText('Chrome')).closest('a') as HTMLElement;
  expect(card).toHaveAttribute('href', '/settings/applets/a1');
  expect(card.querySelector('img')).toHaveAttribute('src', '/media/applets/chrome/icon.png?v=0.2');
  expect(within(card).queryByText('Inactive')).toBeNull();
  expect(within((await screen.findByText('DBeaver')).closest('a') as HTMLElement).getByText('Inactive')).toBeVisible();
});

test('without the right nothing is uploaded', async () => {
  signIn('terminal.view_applet');
  listed();
  await draw(<AppletsPage />);
  await screen.findByText('Chrome');
  expect(screen.queryByRole('button', { name: 'Upload package' })).toBeNull();
});

test('a package is looked at before it is taken in, and says how far it is', async () => {
  listed();
  const { user, dialog } = await choose();
  await waitFor(() => expect(sending().url).toContain('/api/v1/terminal/applets/upload/preview/'));
  sending().goes(500, 2_000);
  await shows(dialog, 'Sending: 25%');
  sending().goes(2_000, 2_000);
  await shows(dialog, 'The server reads the file…');
  await sending().answers(200, FOUND);
  await shows(dialog, /^5 files, 2/);
  expect(Sending.all).toHaveLength(1);
  await user.click(within(dialog).getByRole('button', { name: 'Add application' }));
  await waitFor(() => expect(Sending.all).toHaveLength(2));
  expect(sending().url).toMatch(/\/applets\/upload\/$/);
  // It is on its way: nothing closes the dialog.
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeVisible();
  await sending().answers(201, CHROME);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('what would be replaced is named first, and only that is replaced', async () => {
  listed();
  const { user, dialog } = await choose();
  await waitFor(() => expect(Sending.all).toHaveLength(1));
  await sending().answers(200, { ...FOUND, replaces: OLD });
  await shows(dialog, /Chrome is there already, in version 0.2/);
  await shows(dialog, 'What changes: Version, Type');
  await user.click(within(dialog).getByRole('button', { name: 'Replace version 0.2' }));
  await waitFor(() => expect(Sending.all).toHaveLength(2));
  expect(sending().url).toContain(`update=${OLD.sha256}`);
  await sending().answers(400, { code: 'applet_changed_meanwhile', error: 'Somebody else has replaced this application meanwhile.' });
  await shows(dialog, 'Somebody else has replaced this application meanwhile.');
  expect(within(dialog).queryByRole('button', { name: /Replace/ })).toBeNull();
});

test.each([
  ['the very same package', { ...OLD, same: true }, ALL, /This very package/, 'This version is here already.'],
  [
    'somebody without the right to change',
    OLD,
    ['terminal.view_applet', 'terminal.add_applet'],
    /You may not replace it/,
    /Your roles do not allow this/,
  ],
])('%s replaces nothing', async (_title, replaces, perms, says, why) => {
  signIn(...perms);
  listed();
  const { dialog } = await choose();
  await waitFor(() => expect(Sending.all).toHaveLength(1));
  await sending().answers(200, { ...FOUND, replaces });
  await shows(dialog, says);
  expect(within(dialog).getByRole('button', { name: 'Replace version 0.2' })).toHaveAccessibleDescription(why);
});

test('a refusal says which part and which field it is about; another file is not even sent', async () => {
  listed();
  const { dialog } = await choose();
  await waitFor(() => expect(Sending.all).toHaveLength(1));
  await sending().answers(400, { code: 'applet_package_refused', error: 'This package cannot be used: manifest.yml: “name” is missing.' });
  await shows(dialog, /manifest.yml: “name” is missing/);
  const input = dialog.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(['x'], 'chrome.tar.gz')] } });
  await waitFor(() => expect(within(dialog).getByRole('alert')).toHaveTextContent(/\.zip/));
  expect(Sending.all).toHaveLength(1);
});

test('leaving the page ends what is on its way', async () => {
  listed();
  const { user, unmount } = await draw(<AppletsPage />);
  await user.click(await screen.findByRole('button', { name: 'Upload package' }));
  const input = (await screen.findByRole('dialog')).querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File([new Uint8Array(9)], 'a.zip')] } });
  await waitFor(() => expect(Sending.all).toHaveLength(1));
  unmount();
  expect(sending().aborted).toBe(true);
});

const PUBLICATION = {
  id: 'p1',
  applet: { id: 'a1', name: 'chrome', display_name: 'Chrome', icon: '/media/applets/chrome/icon.png', version: '0.2' },
  host: { id: 'h1', name: 'desk-1' },
  status: { value: 'mismatch', label: 'Other version' },
  date_updated: '2026/11/01 10:00:00 +0000',
};
const PUBLISHED = {
  applet: field('object_related_field', 'Remote application'),
  host: field('object_related_field', 'Host'),
  status: field('labeled_choice', 'Status'),
  date_updated: field('datetime', 'Updated'),
};

test('the page of an application has its words, its switch, and the hosts that it is on, where it can be taken back', async () => {
  const asked = serve({
    'OPTIONS terminal/applets/a1/': metadata(FIELDS),
    'GET terminal/applets/a1/': { ...CHROME, readme: '# Hello\n<img src=x onerror=alert(1)>' },
    'PATCH terminal/applets/a1/': CHROME,
    'OPTIONS terminal/applet-publications/': metadata(PUBLISHED),
    'GET terminal/applet-publications/': page(PUBLICATION),
    'DELETE terminal/applet-publications/p1/': {},
  });
  const { user, container } = await draw(
    <Routes>
      <Route path="/a/:id" element={<AppletDetail />} />
    </Routes>,
    { at: '/a/a1' },
  );
  expect(await screen.findByRole('heading', { name: 'Hello' })).toBeVisible();
  expect(container.querySelector('.s-rich img')).toBeNull();
  await user.click(screen.getByRole('switch', { name: 'Active' }));
  await waitFor(() => expect(asked.find(({ method }) => method === 'PATCH')?.body).toEqual({ is_active: false }));
  expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Application hosts' }));
  const row = (await screen.findByText('desk-1')).closest('tr') as HTMLElement;
  expect(within(row).getByText('Other version')).toBeVisible();
  expect(asked.find(({ method, path }) => method === 'GET' && path === 'terminal/applet-publications/')?.query.get('applet')).toBe('a1');
  const button = within(row).queryByRole('button', { name: 'Take back' }) ?? within(row).getByRole('button', { name: /More actions/ });
  await user.click(button);
  const item = screen.queryByRole('menuitem', { name: 'Take back' });
  if (item) await user.click(item);
  const question = await screen.findByRole('dialog');
  expect(question).toHaveTextContent('Take desk-1 back?');
  await user.click(within(question).getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(asked.some(({ method, path }) => method === 'DELETE' && path.endsWith('/p1/'))).toBe(true));
});

const OPTIONS = {
  CORE_HOST: field('string', 'Address of this installation'),
  RDS_Licensing: field('boolean', 'Use an RDS licence'),
  RDS_LicenseServer: field('string', 'RDS licence server'),
};
const HOST_FIELDS = {
  name: field('string', 'Name', { required: true }),
  address: field('string', 'Address', { required: true }),
  load: field('labeled_choice', 'Load', { read_only: true }),
  deploy_options: { ...field('nested object', 'Deployment options'), children: OPTIONS },
};
const HOST = {
  ...{ id: 'h1', name: 'desk-1', address: '192.0.2.40', is_active: true, load: { value: 'high', label: 'High' }, date_synced: null },
  deploy_options: { CORE_HOST: 'https://gate.example', RDS_Licensing: false, RDS_LicenseServer: '127.0.0.1' },
  auto_config: {},
};

test('the page of a host says its load, makes logins, who uses which, and what the agent is told', async () => {
  const asked = serve({
    'OPTIONS terminal/applet-hosts/h1/': metadata(HOST_FIELDS),
    'GET terminal/applet-hosts/h1/': HOST,
    'PUT terminal/applet-hosts/h1/generate-accounts/': { msg: 'ok' },
    'OPTIONS terminal/applet-hosts/h1/leases/': metadata({
      account: field('object_related_field', 'Login'),
      user: field('object_related_field', 'User'),
    }),
    'GET terminal/applet-hosts/h1/leases/': page({
      id: 'l1',
      account: { id: 'c1', name: 'js_ann' },
      user: { id: 'u1', name: 'Ann', username: 'ann' },
    }),
  });
  const { user } = await draw(
    <Routes>
      <Route path="/h/:id" element={<HostDetail />} />
    </Routes>,
    { at: '/h/h1' },
  );
  expect((await screen.findAllByText('High')).length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Make logins' }));
  await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/generate-accounts/'))).toBe(true));
  await user.click(screen.getByRole('tab', { name: 'Logins in use' }));
  expect(await screen.findByText('js_ann')).toBeVisible();
  expect(screen.getByText('Ann(ann)')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Set-up' }));
  expect((await screen.findAllByText('https://gate.example')).length).toBeGreaterThan(0);
  expect(screen.getByText('h1')).toBeVisible();
});

test('deployments of a host say what its agent made of them, are asked for, and set it up anew only after a question', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const asked = serve({
    'OPTIONS terminal/applet-hosts/h1/': metadata(HOST_FIELDS),
    'GET terminal/applet-hosts/h1/': HOST,
    'OPTIONS terminal/applet-host-deployments/': metadata({
      status: field('labeled_choice', 'Status'),
      date_start: field('datetime', 'Started'),
    }),
    'GET terminal/applet-host-deployments/': page({
      ...{ id: 'd1', is_full: true, applet: null, task: '0f0e0d0c-0000-4000-8000-000000000001', date_start: null },
      status: { value: 'running', label: 'At work' },
    }),
    'POST terminal/applet-host-deployments/': { status: 201, body: { task: '0f0e0d0c-0000-4000-8000-000000000002' } },
    'POST terminal/applet-host-deployments/applets/': { status: 201, body: { task: '0f0e0d0c-0000-4000-8000-000000000003' } },
  });
  const { user } = await draw(
    <Routes>
      <Route path="/h/:id" element={<HostDetail />} />
    </Routes>,
    { at: '/h/h1?activeTab=Deployment' },
  );
  expect(await screen.findByText(/nothing here logs in to it/)).toBeVisible();
  expect(await screen.findByText('At work')).toBeVisible();
  expect(screen.getByText('Host and applications')).toBeVisible();
  const posts = () => asked.filter(({ method }) => method === 'POST');
  await user.click(screen.getByRole('button', { name: 'Install applications again' }));
  await waitFor(() => expect(posts()).toMatchObject([{ path: 'terminal/applet-host-deployments/applets/', body: { host: 'h1' } }]));
  await user.click(screen.getByRole('button', { name: 'Set up anew' }));
  const question = await screen.findByRole('dialog');
  expect(question).toHaveTextContent('Set desk-1 up anew?');
  expect(posts()).toHaveLength(1);
  await user.click(within(question).getByRole('button', { name: 'Set up anew' }));
  await waitFor(() => expect(posts()[1]).toMatchObject({ path: 'terminal/applet-host-deployments/', body: { host: 'h1' } }));
  await waitFor(() => expect(opened).toHaveBeenCalledTimes(2));
});

test('the form of a host asks for nothing that is settled, and for options of a licence once there is one', async () => {
  const asked = serve({
    'GET assets/platforms/RemoteAppHost/': {
      ...{ id: 12, name: 'RemoteAppHost', category: { value: 'host' }, type: { value: 'windows' }, domain_enabled: true },
      protocols: [{ name: 'rdp', port: 3389, primary: true, default: true, required: true, setting: {} }],
    },
    'OPTIONS terminal/applet-hosts/': metadata(HOST_FIELDS),
    'OPTIONS terminal/applet-hosts/h1/': metadata(HOST_FIELDS),
    'GET terminal/applet-hosts/h1/': HOST,
    'PUT terminal/applet-hosts/h1/': HOST,
  });
  const { user, router } = await draw(
    <Routes>
      <Route path="/h/:id" element={<HostForm />} />
      <Route path="*" element="saved" />
    </Routes>,
    { at: '/h/h1' },
  );
  expect(await screen.findByLabelText('Address of this installation')).toHaveValue('https://gate.example');
  expect(screen.queryByLabelText('Platform')).toBeNull();
  expect(screen.queryByLabelText('RDS licence server')).toBeNull();
  await user.click(screen.getByLabelText('Use an RDS licence'));
  expect(await screen.findByLabelText('RDS licence server')).toHaveValue('127.0.0.1');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(router.state.location.search).toBe('?activeTab=AppletHostList'));
  const { deploy_options, platform, nodes } = (asked.find(({ method }) => method === 'PUT')?.body ?? {}) as Record<string, unknown>;
  expect(deploy_options).toEqual({ CORE_HOST: 'https://gate.example', RDS_Licensing: true, RDS_LicenseServer: '127.0.0.1' });
  expect([platform, nodes]).toEqual([undefined, undefined]);
});
