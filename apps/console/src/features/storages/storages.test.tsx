import { ToastHost } from '@postern/ui';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Organisation, Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { field, metadata, page } from '../../test/metadata.ts';
import { ComponentForm } from '../components/ComponentPages.tsx';
import { TerminalSettings } from '../settings/TerminalSettings.tsx';
import { CommandStorageForm, ReplayStorageForm } from './StorageForms.tsx';

const signIn = (...perms: string[]) =>
  updateSession({
    profile: { id: '1', username: 'ann', perms } as unknown as Profile,
    org: { id: '4', name: 'SystemSetting' } as Organisation,
    pseudoOrg: undefined,
  });
const ALL = ['view', 'add', 'change', 'delete'].map((verb) => `terminal.${verb}_replaystorage`);

const type = (value: string, label: string) => ({ value, label });
const TYPES = [type('null', 'None'), type('server', 'Server'), type('s3', 'S3'), type('sftp', 'SFTP')];
const BUCKET = {
  BUCKET: field('string', 'Bucket', { required: true, max_length: 1024 }),
  SECRET_KEY: field('string', 'Secret key', { required: true, write_only: true, max_length: 1024 }),
};
const fields = (children: object) => ({
  name: field('string', 'Name', { required: true, max_length: 128 }),
  type: field('labeled_choice', 'Type', { choices: TYPES }),
  meta: field('nested object', 'Connection', { children }),
  is_default: field('boolean', 'Default'),
  waiting: field('integer', 'Waiting', { read_only: true }),
  last_error: field('string', 'Last error', { read_only: true }),
  comment: field('string', 'Comment', { max_length: 2048 }),
});
const rowOf = (id: string, name: string, of: object, rest: object = {}) => ({
  ...{ id, name, type: of, is_default: false, waiting: 0, last_error: '', comment: '', meta: {} },
  ...rest,
});
const SERVER = rowOf('s0', 'default', TYPES[1] as object, { is_default: true });
const NOTHING = rowOf('s1', 'null', TYPES[0] as object);
const VAULT = rowOf('s2', 'vault', TYPES[2] as object, { waiting: 7, last_error: 'AccessDenied', meta: { BUCKET: 'evidence' } });
const component = (id: string, name: string, replay_storage: string, standing: string) => ({
  ...{ id, name, replay_storage, command_storage: 'default', remote_addr: '10.0.0.7', comment: '' },
  standing: type(standing, standing),
});
const PATH = 'terminal/replay-storages/';

async function list(answers: Parameters<typeof serve>[0] = {}, perms: readonly string[] = [...ALL, 'terminal.view_terminal']) {
  signIn(...perms);
  const asked = serve({
    [`OPTIONS ${PATH}`]: metadata(fields({})),
    [`GET ${PATH}`]: page(SERVER, NOTHING, VAULT),
    'OPTIONS terminal/terminals/': metadata({ name: field('string', 'Name') }),
    'GET terminal/terminals/': page(component('a', 'quay', 'vault', 'approved'), component('b', 'wreck', 'vault', 'revoked')),
    ...answers,
  });
  const drawn = await draw(
    <>
      <TerminalSettings />
      <ToastHost labels={{ close: 'Close', copy: 'Copy', copied: 'Copied', reference: 'Request' }} />
    </>,
    { at: '/settings/terminal?activeTab=ReplayStorage' },
  );
  const row = async (name: string) => (await screen.findByText(name, { selector: 'td *' })).closest('tr') as HTMLElement;
  const open = async (name: string, verb: string) => {
    await drawn.user.click(within(await row(name)).getByRole('button', { name: /More actions/ }));
    return screen.findByRole('menuitem', { name: verb });
  };
  return { ...drawn, asked, row, open };
}

test('replay storages are listed with what waits, what went wrong, and who uses them; built-in ones stay', async () => {
  const { row, open, user } = await list();
  const vault = within(await row('vault'));
  for (const words of ['S3', '7', 'AccessDenied']) expect(vault.getByText(words)).toBeInTheDocument();
  // One that was revoked puts nothing there any more.
  expect(await vault.findByText('quay')).toBeInTheDocument();
  // In the menu of each, what may be done to it.
  const offered = async (name: string) => {
    await open(name, 'Delete');
    const items = screen.getAllByRole('menuitem').filter((item) => item.getAttribute('aria-disabled') !== 'true');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    return items.map(({ textContent }) => textContent);
  };
  expect(await offered('default')).toEqual(['Test']);
  expect(await offered('null')).toEqual(['Test']);
  expect(await offered('vault')).toEqual(['Test', 'Make default', 'Delete']);
});

test('a test says which step failed', async () => {
  const { open, user } = await list({
    [`GET ${PATH}s2/test-connective/`]: { is_valid: false, msg: 'The storage cannot be used. Read back: AccessDenied' },
  });
  await user.click(await open('vault', 'Test'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Test of vault' }));
  expect(dialog.getByText('The storage cannot be used. Read back: AccessDenied')).toBeInTheDocument();
});

test('the default is changed after a question that says what follows', async () => {
  let place = 'default';
  const { open, row, user, asked } = await list({
    [`PATCH ${PATH}s2/`]: () => {
      place = 'vault';
      return { ...VAULT, is_default: true };
    },
    'GET terminal/terminals/': () => page(component('a', 'quay', place, 'approved')),
  });
  expect(await within(await row('default')).findByText('quay')).toBeInTheDocument();
  await user.click(await open('vault', 'Make default'));
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByText(/Our own gateways that used the default so far put new recordings there/)).toBeInTheDocument();
  expect(asked.some(({ method }) => method === 'PATCH')).toBe(false);
  await user.click(question.getByRole('button', { name: 'Make default' }));
  await waitFor(() => expect(asked.find(({ method }) => method === 'PATCH')?.body).toEqual({ is_default: true }));
  // Who follows is seen at once.
  expect(await within(await row('vault')).findByText('quay')).toBeInTheDocument();
});

test('one that is in use is not removed, and the server says why', async () => {
  const { open, user } = await list({
    [`DELETE ${PATH}s2/`]: { status: 400, body: { code: 'storage_in_use', detail: 'The storage is in use.' } },
  });
  await user.click(await open('vault', 'Delete'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('The storage is in use.')).toBeInTheDocument();
});

test('a new one begins with its type: those that people add', async () => {
  const { user, router } = await list();
  await user.click(await screen.findByRole('button', { name: /Create replay storage/ }));
  await screen.findByRole('menuitem', { name: 'SFTP' });
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['S3', 'SFTP']);
  await user.click(screen.getByRole('menuitem', { name: 'S3' }));
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe('/settings/terminal/replay-storage/create?type=s3');
});

const forms = (at: string) =>
  draw(
    <Routes>
      <Route path="/r/create" element={<ReplayStorageForm />} />
      <Route path="/r/:id" element={<ReplayStorageForm />} />
      <Route path="/c/:id" element={<CommandStorageForm />} />
      <Route path="/t/:id" element={<ComponentForm />} />
      <Route path="*" element="the list" />
    </Routes>,
    { at },
  );

test('what it is told stands below its type; a refusal at its field; and it leads back to its tab', async () => {
  signIn(...ALL);
  let refused = true;
  const asked = serve({
    [`OPTIONS ${PATH}`]: ({ query }) => metadata(fields(query.get('type') === 's3' ? BUCKET : {})),
    [`POST ${PATH}`]: () => (refused ? { status: 400, body: { meta: { BUCKET: ['No such bucket.'] } } } : { status: 201, body: VAULT }),
  });
  const { user, router } = await forms('/r/create?type=s3');
  await user.type(await screen.findByLabelText('Name'), 'vault');
  await user.type(screen.getByLabelText('Bucket'), 'evidence');
  await user.type(await screen.findByLabelText('Secret key'), 'canary');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('No such bucket.')).toBeInTheDocument();
  refused = false;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe('/settings/terminal?activeTab=ReplayStorage'),
  );
  const [first] = asked.filter(({ method }) => method === 'POST');
  expect(first?.query.get('type')).toBe('s3');
  expect(first?.body).toMatchObject({ name: 'vault', type: 's3', meta: { BUCKET: 'evidence', SECRET_KEY: 'canary' } });
});

test('of one that exists the secret stays, and who may not change the default is not offered it', async () => {
  signIn('terminal.view_replaystorage', 'terminal.change_replaystorage');
  const asked = serve({
    [`OPTIONS ${PATH}s2/`]: metadata(fields(BUCKET)),
    [`GET ${PATH}s2/`]: VAULT,
    [`PUT ${PATH}s2/`]: VAULT,
  });
  const { user } = await forms('/r/s2');
  const bucket = await screen.findByLabelText('Bucket');
  expect(bucket).toHaveValue('evidence');
  expect(screen.getByLabelText('Type')).toHaveValue('S3');
  expect(screen.getByLabelText('Type')).toBeDisabled();
  expect(screen.queryByLabelText('Default')).toBeNull();
  await user.type(bucket, '2');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('the list');
  const body = asked.find(({ method }) => method === 'PUT')?.body;
  expect(body).toEqual({ name: 'vault', comment: '', meta: { BUCKET: 'evidence2' } });
});

test('the index of a search engine that exists stays, and certificates are verified', async () => {
  signIn('terminal.view_commandstorage', 'terminal.change_commandstorage');
  const children = {
    INDEX: field('string', 'Index', { max_length: 1024 }),
    INDEX_BY_DATE: field('boolean', 'One index a day'),
    IGNORE_VERIFY_CERTS: field('boolean', 'Do not verify certificates'),
    CA: field('string', 'Own certificate authority', { max_length: 65_536 }),
  };
  const engine = rowOf('c1', 'engine', type('es', 'Elasticsearch'), { meta: { INDEX: 'commands', INDEX_BY_DATE: false, CA: '' } });
  const described = { ...fields(children), type: field('labeled_choice', 'Type', { choices: [type('es', 'Elasticsearch')] }) };
  serve({
    'OPTIONS terminal/command-storages/c1/': metadata(described),
    'GET terminal/command-storages/c1/': engine,
  });
  await forms('/c/c1?type=es');
  expect(await screen.findByLabelText('Index')).toBeDisabled();
  expect(screen.getByLabelText('One index a day')).toBeDisabled();
  expect((await screen.findByLabelText('Own certificate authority')).tagName).toBe('TEXTAREA');
  expect(screen.queryByLabelText('Do not verify certificates')).toBeNull();
});

test('a component is given storages by their names, of those that keep something', async () => {
  signIn('terminal.view_terminal', 'terminal.change_terminal', 'terminal.view_replaystorage');
  const described = metadata({
    name: field('string', 'Name'),
    remote_addr: field('string', 'Address'),
    command_storage: field('string', 'Command storage'),
    replay_storage: field('string', 'Replay storage'),
    comment: field('string', 'Comment'),
  });
  const asked = serve({
    'OPTIONS terminal/terminals/a/': described,
    'GET terminal/terminals/a/': component('a', 'quay', 'default', 'approved'),
    'PUT terminal/terminals/a/': component('a', 'quay', 'vault', 'approved'),
    [`GET ${PATH}`]: [SERVER, VAULT],
    'GET terminal/command-storages/': { status: 403, body: { detail: 'No.' } },
  });
  const { user } = await forms('/t/a');
  const replay = await screen.findByRole('combobox', { name: 'Replay storage' });
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Command storage' })).toBeDisabled());
  await user.click(replay);
  await user.click(await screen.findByText('vault (S3)'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked.find(({ method }) => method === 'PUT')).toBeDefined());
  expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({ replay_storage: 'vault', command_storage: 'default' });
  expect(asked.find(({ method, path }) => method === 'GET' && path === PATH)?.query.get('real')).toBe('true');
});
