import { ToastHost } from '@postern/ui';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Asked, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { info } from '../../test/metadata.ts';
import { QuickActions, toggleAction } from '../detail/QuickActions.tsx';
import { useResourceDetail } from '../detail/useResourceDetail.ts';
import type { FormDefinition } from './form-definition.ts';
import { ResourceForm } from './ResourceForm.tsx';

const FIELDS = {
  name: info('Name'),
  comment: info('Comment'),
  groups: info('Groups', { type: 'm2m_related_field' }),
  password: info('Password', { write_only: true }),
};
const ANN = { id: '7', name: 'Ann', comment: 'old', groups: [{ id: 'g1', name: 'Sea' }], is_active: true };
const resource = { url: 'users/users/', app: 'users', model: 'user', path: '/people', noun: 'user' };
const form: FormDefinition = {
  resource,
  id: '7',
  groups: [{ title: 'Who', fields: ['name', 'comment', 'password'] }],
  onSaved: vi.fn(),
};
const HOST = <ToastHost labels={{ close: 'Close', copy: 'Copy', copied: 'Copied', reference: 'Request' }} />;

/** One object on a server that keeps what is written to it. */
function server() {
  let now: Record<string, unknown> = ANN;
  const write = ({ body }: Asked) => {
    const { password: _, ...rest } = body as Record<string, unknown>;
    now = { ...now, ...rest };
    return now;
  };
  const asked = serve({
    'OPTIONS users/users/7/': { name: '', description: '', renders: [], parses: [], actions: { GET: FIELDS, PUT: FIELDS, PATCH: FIELDS } },
    'GET users/users/7/': () => now,
    'PUT users/users/7/': write,
    'PATCH users/users/7/': write,
  });
  return {
    now: () => now,
    others: (change: object) => {
      now = { ...now, ...change };
    },
    patches: () => asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body),
  };
}

async function edit(entries: Readonly<Record<string, string>>) {
  const view = await draw(
    <>
      <ResourceForm definition={form} />
      {HOST}
    </>,
    { at: '/people/7/update' },
  );
  for (const [label, text] of Object.entries(entries)) {
    // A secret that is kept is a button first.
    await view.user.click(await screen.findByLabelText(label));
    const input = await screen.findByLabelText(label);
    await view.user.clear(input);
    await view.user.type(input, text);
  }
  await view.user.click(screen.getByRole('button', { name: 'Save' }));
  return view;
}
const undo = () => screen.findByRole('button', { name: 'Undo' });

test('what a form has saved can be taken back: what it changed and nothing else', async () => {
  const { now, others, patches } = server();
  const { user } = await edit({ Comment: 'new' });
  const button = await undo();
  expect(now().comment).toBe('new');
  others({ name: 'Anne' });
  await user.click(button);
  expect(await screen.findByText('Taken back: 1')).toBeInTheDocument();
  expect(patches()).toEqual([{ comment: 'old' }]);
  expect(now()).toMatchObject({ name: 'Anne', comment: 'old' });
});

test('what somebody else has changed since stays as they made it', async () => {
  const { now, others, patches } = server();
  const { user } = await edit({ Comment: 'new' });
  const button = await undo();
  others({ comment: 'theirs' });
  await user.click(button);
  expect(await screen.findByText('It has changed since, so nothing was taken back')).toBeInTheDocument();
  expect(patches()).toEqual([]);
  expect(now().comment).toBe('theirs');
});

test('a secret cannot be taken back, and half of a change is none', async () => {
  server();
  await edit({ Comment: 'new', Password: 'a new one' });
  expect(await screen.findByText(/^Saved/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

function Switch() {
  const detail = useResourceDetail('users/users/', '7');
  return (
    <>
      {detail.row && (
        <QuickActions actions={[toggleAction(detail, 'is_active', { title: 'Active', refused: undefined, also: { name: 'Ann' } })]} />
      )}
      {HOST}
    </>
  );
}

test('a switch on a page can be turned back, with what it has to send along', async () => {
  const { now, patches } = server();
  const { user } = await draw(<Switch />);
  await user.click(await screen.findByRole('switch', { name: 'Active' }));
  expect(await screen.findByText('Active: No')).toBeInTheDocument();
  await user.click(await undo());
  await waitFor(() => expect(now().is_active).toBe(true));
  expect(patches()).toEqual([
    { is_active: false, name: 'Ann' },
    { is_active: true, name: 'Ann' },
  ]);
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Active' })).toBeChecked());
});
