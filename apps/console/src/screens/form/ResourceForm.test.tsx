import type { FieldInfo } from '@postern/contract/metadata';
import { ToastHost } from '@postern/ui';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link, useLocation } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Answer, type Asked, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { info } from '../../test/metadata.ts';
import { useIdentityCheck } from '../confirm/useIdentityCheck.tsx';
import { useResourceDetail } from '../detail/useResourceDetail.ts';
import type { FormDefinition } from './form-definition.ts';
import { ResourceForm } from './ResourceForm.tsx';

const short: typeof info = (label, more) => info(label, { max_length: 64, ...more });
const FIELDS: Record<string, FieldInfo> = {
  name: short('Name', { required: true }),
  email: short('Email', { type: 'email' }),
  source: short('Source', {
    type: 'labeled_choice',
    default: 'local',
    choices: [
      { value: 'local', label: 'Local' },
      { value: 'ldap', label: 'LDAP' },
    ],
  }),
  password: short('Password', { write_only: true }),
  nick: short('Nick'),
  server: short('Server', {
    type: 'nested object',
    children: { host: short('Host', { required: true }), port: short('Port', { type: 'integer', max_value: 65_535 }) },
  }),
};
const METADATA = { name: 'x', description: '', renders: [], parses: [], actions: { POST: FIELDS, PUT: FIELDS, GET: FIELDS } };

const resource = { url: 'users/users/', app: 'users', model: 'user', path: '/people', noun: 'user' };
const definition: FormDefinition = {
  resource,
  groups: [
    { title: 'Who', purpose: 'Says who it is', fields: ['name', 'email'] },
    { title: 'How', fields: ['source', 'nick', 'password'] },
    { title: 'Where', fields: ['server'] },
  ],
  fields: {
    nick: { shown: { field: 'source', is: 'local' } },
    password: { shown: { field: 'source', is: 'local' }, dropHidden: true },
  },
};

/** The page of an object, which leaves a copy of it behind. */
function Detail() {
  const { row } = useResourceDetail('users/users/', '7');
  return (
    <>
      {row && <p>{String(row.name)} has a page</p>}
      <Link to="/people/7/update">Update</Link>
    </>
  );
}

function Page({ form }: { form: FormDefinition }) {
  const { pathname, search } = useLocation();
  return (
    <>
      <p>
        At {pathname}
        {search}
      </p>
      <Link to="/elsewhere">Elsewhere</Link>
      {pathname === '/people/7' && form.id === '7' && <Detail />}
      {pathname.startsWith('/people/') && pathname !== '/people/7' && <ResourceForm definition={form} />}
      <ToastHost labels={{ close: 'Close', copy: 'Copy', copied: 'Copied', reference: 'Request' }} />
    </>
  );
}

type Answers = Readonly<Record<string, Answer | ((asked: Asked) => Answer | Promise<Answer>)>>;

async function open(answers: Answers = {}, { form = definition, at = '/people/create' }: { form?: FormDefinition; at?: string } = {}) {
  const asked = serve({
    'OPTIONS users/users/': METADATA,
    'OPTIONS users/users/7/': METADATA,
    'POST users/users/': ({ body }) => ({ id: '7', ...(body as object) }),
    ...answers,
  });
  const view = await draw(<Page form={form} />, { at });
  return { ...view, asked, sent: () => asked.filter(({ method }) => method === 'POST' || method === 'PUT') };
}

/** A form that asks who sits there, where the server wants to know. */
function Proved() {
  const { proved, dialog } = useIdentityCheck();
  return (
    <>
      <ResourceForm definition={{ ...definition, id: '7', proved }} />
      {dialog}
    </>
  );
}

const save = () => screen.getByRole('button', { name: 'Save' });

test('a form whose saving wants a proof asks for it, and what was typed is sent again; without one it stays as it is', async () => {
  let confirmed = false;
  const asked = serve({
    'OPTIONS users/users/7/': METADATA,
    'GET users/users/7/': { id: '7', name: 'Ada', source: { value: 'local', label: 'Local' }, server: { host: 'a', port: 1 } },
    'PUT users/users/7/': ({ body }) =>
      confirmed
        ? { id: '7', ...(body as object) }
        : { status: 412, body: { type: 'user_confirm_required', code: 'password', detail: 'Confirm.' } },
    'GET authentication/confirm/': { confirm_type: 'password', content: '' },
    'POST authentication/confirm/': () => {
      confirmed = true;
      return { status: 200, body: 'ok' };
    },
  });
  const { user } = await draw(<Proved />, { at: '/people/7/update' });
  await user.type(await screen.findByLabelText(/Nick/), 'countess');
  const puts = () => asked.filter(({ method }) => method === 'PUT');
  await user.click(save());
  const first = await screen.findByRole('dialog');
  await user.click(within(first).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([puts().length, (screen.getByLabelText(/Nick/) as HTMLInputElement).value]).toEqual([1, 'countess']);
  await user.click(save());
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText(/Password/), 'Sturdy-Gate-42!');
  await user.click(within(dialog).getByRole('button', { name: /Confirm/ }));
  await waitFor(() => expect(puts()).toHaveLength(3));
  expect(puts()[2]?.body).toMatchObject({ name: 'Ada', nick: 'countess' });
});

test('what is typed is checked when it is left, not while it is typed; a change takes the error away', async () => {
  const { user } = await open();
  const email = await screen.findByLabelText('Email');
  await user.type(email, 'nobody');
  expect(screen.queryByText('This is not an email address.')).toBeNull();
  await user.tab();
  expect(await screen.findByText('This is not an email address.')).toBeVisible();
  await user.type(email, '@');
  await waitFor(() => expect(screen.queryByText('This is not an email address.')).toBeNull());
});

test('nothing is sent while a field is wrong, and the first wrong one has the focus', async () => {
  const { user, sent } = await open();
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText('This field is required.')).length).toBeGreaterThan(0);
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
  expect(sent()).toEqual([]);
});

test('the fields of a nested object show their own errors, ours and the server’s', async () => {
  const { user, sent } = await open({
    'POST users/users/': { status: 400, body: { server: { host: ['Nobody answers there.'], port: ['Closed.'] } } },
  });
  await user.type(await screen.findByLabelText('Name'), 'Ann');
  await user.type(await screen.findByLabelText('Port'), '22');
  await user.click(save());
  expect(await screen.findByText('Something in here needs a correction.')).toBeVisible();
  expect(screen.getByLabelText('Host')).toHaveAccessibleDescription('This field is required.');
  expect(sent()).toEqual([]);
  await user.type(screen.getByLabelText('Host'), 'db1');
  await user.click(save());
  await waitFor(() => expect(screen.getByLabelText('Host')).toHaveAccessibleDescription('Nobody answers there.'));
  expect(screen.getByLabelText('Port')).toHaveAccessibleDescription('Closed.');
});

const complete = async (user: { type: (element: Element, text: string) => Promise<void> }) => {
  await user.type(await screen.findByLabelText('Name'), ' Ann ');
  await user.type(await screen.findByLabelText('Host'), 'db1');
};

test('errors of fields stand at the fields, those of none above the form', async () => {
  const { user } = await open({ 'POST users/users/': { status: 400, body: { name: ['Taken.', 'Too short.'], owner: ['Unknown.'] } } });
  await complete(user);
  await user.click(save());
  expect(await screen.findByText('Taken.; Too short.')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('owner: Unknown.');
  await user.type(screen.getByLabelText('Name'), 'e');
  await waitFor(() => expect(screen.queryByText('Taken.; Too short.')).toBeNull());
});

test('what was hidden after it was typed is sent, unless it would mean something', async () => {
  const { user, sent } = await open();
  await complete(user);
  await user.type(screen.getByLabelText('Nick'), 'annie');
  await user.type(screen.getByLabelText('Password'), 'Secret-1');
  await user.click(screen.getByLabelText('LDAP'));
  expect(screen.queryByLabelText('Nick')).toBeNull();
  await user.click(save());
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({ name: 'Ann', source: 'ldap', nick: 'annie', server: { host: 'db1' } });
});

test('saved once however often it is pressed; then the list, newest first, and a link to what was made', async () => {
  let answer: (answer: Answer) => void = () => undefined;
  const { user, sent } = await open({
    'POST users/users/': () =>
      new Promise<Answer>((resolve) => {
        answer = resolve;
      }),
  });
  await complete(user);
  await user.dblClick(save());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sent()).toHaveLength(1));
  answer({ id: '7', name: 'Ann' });
  expect(await screen.findByText('At /people?order=-date_updated')).toBeVisible();
  expect(sent()).toHaveLength(1);
  await user.click(screen.getByRole('link', { name: 'Ann' }));
  expect(await screen.findByText('At /people/7')).toBeVisible();
});

test('the list opens 100 ms after the server has taken what was saved', async () => {
  const { user, sent } = await open();
  await complete(user);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // Nothing waits inside `act` here, so React draws when it would in a browser.
  const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined };
  const before = react.IS_REACT_ACT_ENVIRONMENT;
  react.IS_REACT_ACT_ENVIRONMENT = false;
  onTestFinished(() => {
    react.IS_REACT_ACT_ENVIRONMENT = before;
    vi.useRealTimers();
  });
  // What is not a timer goes on by itself: a few turns of the loop for the form's checks and the answer.
  const pass = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  fireEvent.click(save());
  await pass(0);
  expect(sent()).toHaveLength(1);
  await pass(99);
  expect(screen.getByText('At /people/create')).toBeVisible();
  await pass(1);
  expect(screen.getByText('At /people?order=-date_updated')).toBeVisible();
});

test('a form starts from what is stored now, not from the copy that a page of the object has left', async () => {
  let stored = { id: '7', name: 'Ann', email: 'ann@example.com', source: 'local', nick: 'Ann', server: { host: 'quay-1', port: 22 } };
  const { user, sent } = await open(
    { 'GET users/users/7/': () => stored, 'PUT users/users/7/': ({ body }) => body as object },
    { form: { ...definition, id: '7' }, at: '/people/7' },
  );
  expect(await screen.findByText('Ann has a page')).toBeVisible();
  stored = { ...stored, email: 'changed@example.com' };
  await user.click(screen.getByRole('link', { name: 'Update' }));
  expect(await screen.findByLabelText('Email')).toHaveValue('changed@example.com');
  await user.click(save());
  await waitFor(() => expect(sent().map(({ body }) => body)).toMatchObject([{ email: 'changed@example.com' }]));
});

test('save and add another stays and keeps what was filled in', async () => {
  const { user, sent } = await open();
  await complete(user);
  await user.click(screen.getByRole('button', { name: 'Save and add another' }));
  expect(await screen.findByText(/Created/)).toBeVisible();
  expect(screen.getByText('At /people/create')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('Ann');
  await user.click(screen.getByRole('button', { name: 'Save and add another' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
});

test('an update starts with the object without its secret, and Reset goes back to it', async () => {
  const object = { id: '7', name: 'Ann', source: { value: 'local', label: 'Local' }, server: { host: 'db1' }, password: 'leaked' };
  const { user, container, sent } = await open(
    { 'GET users/users/7/': object, 'PUT users/users/7/': ({ body }) => body as object },
    { form: { ...definition, id: '7' }, at: '/people/7/update' },
  );
  // Reset draws the fields anew.
  const name = () => screen.getByLabelText('Name');
  await screen.findByLabelText('Name');
  expect(container.innerHTML).not.toContain('leaked');
  expect(screen.getByRole('button', { name: 'Reset' })).toHaveAccessibleDescription('Nothing has been changed.');
  await user.type(name(), 'e');
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(name()).toHaveValue('Ann');
  await user.type(name(), 'ika');
  await user.click(save());
  await waitFor(() => expect(sent()[0]?.body).toMatchObject({ name: 'Annika', source: 'local', server: { host: 'db1' } }));
  expect(sent()[0]?.body).not.toHaveProperty('password');
});

test('a copy has a name of its own, tells the server where it is from, and takes no secret along', async () => {
  const object = { id: '7', name: 'Ann', source: 'local', server: { host: 'db1' }, password: 'leaked' };
  const { user, sent } = await open({ 'GET users/users/7/': object }, { at: '/people/create?clone_from=7' });
  expect(await screen.findByLabelText('Name')).toHaveValue('Duplicate from Ann');
  await user.click(save());
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.query.get('clone_from')).toBe('7');
  expect(sent()[0]?.body).not.toHaveProperty('password');
  expect(sent()[0]?.body).not.toHaveProperty('id');
});

test('leaving with changes asks first; staying keeps them, leaving goes', async () => {
  const { user } = await open();
  await user.type(await screen.findByLabelText('Name'), 'A');
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stay' }));
  expect(screen.getByLabelText('Name')).toHaveValue('A');
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('At /elsewhere')).toBeVisible();
});

test('leaving without changes does not ask', async () => {
  const { user } = await open();
  await screen.findByLabelText('Name');
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
  expect(await screen.findByText('At /elsewhere')).toBeVisible();
});

test('without metadata there is no form but a reason and another try', async () => {
  let broken = true;
  const { user } = await open({ 'OPTIONS users/users/': () => (broken ? { status: 500, body: { detail: 'Out of order.' } } : METADATA) });
  expect(await screen.findByText('This form could not be loaded')).toBeVisible();
  expect(screen.getByText('Out of order.')).toBeVisible();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Name')).toBeVisible();
});

test('without the right to write there is no form', async () => {
  await open({ 'OPTIONS users/users/': { ...METADATA, actions: { GET: FIELDS } } });
  expect(await screen.findByText('You do not have the right to change this.')).toBeVisible();
});
