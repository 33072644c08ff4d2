import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { serve } from '../test/api.ts';
import { draw } from '../test/draw.tsx';
import { RemoteSelect, type RemoteSelectProps } from './RemoteSelect.tsx';

const rows = Array.from({ length: 23 }, (_, at) => ({ id: `id-${at}`, name: `Group ${at}` }));
const page = ({ query }: { query: URLSearchParams }) => {
  const from = Number(query.get('offset'));
  const found = rows.filter((row) => row.name.includes(query.get('search') ?? ''));
  return { count: found.length, results: found.slice(from, from + Number(query.get('limit'))) };
};

/** A select that keeps what it emits, as a form does. */
function Kept({ onChange, value: start, ...props }: Omit<RemoteSelectProps, 'url'>) {
  const [value, setValue] = useState(start);
  return (
    <RemoteSelect
      {...props}
      url="users/groups/"
      aria-label="Group"
      value={value}
      onChange={(next) => {
        setValue(next);
        onChange?.(next);
      }}
    />
  );
}

const open = async (user: { click: (element: Element) => Promise<void> }) => user.click(screen.getByRole('combobox'));
const scroller = () =>
  document.querySelector('.ant-select-dropdown .rc-virtual-list-holder, .ant-select-dropdown [class*="list-holder"]') as HTMLElement;

test('offers ten when opened, ten more near the end of the scroll, and gives the id of what is picked', async () => {
  const asked = serve({ 'GET users/groups/': page });
  const onChange = vi.fn();
  const { user } = await draw(<Kept onChange={onChange} />);
  expect(asked).toHaveLength(0);
  await open(user);
  await user.click(await screen.findByText('Group 3'));
  expect(onChange).toHaveBeenCalledWith('id-3');
  await open(user);
  fireEvent.scroll(scroller());
  await waitFor(() => expect(asked.at(-1)?.query.get('offset')).toBe('10'));
});

test('searches on the server, and starts from the beginning when it was closed', async () => {
  const asked = serve({ 'GET users/groups/': page });
  const { user } = await draw(<Kept />);
  await open(user);
  await user.type(screen.getByRole('combobox'), '22');
  expect(await screen.findByText('Group 22')).toBeInTheDocument();
  expect(asked.at(-1)?.query.get('search')).toBe('22');
  await user.click(document.body);
  await waitFor(() => expect(screen.getByRole('combobox')).toHaveAttribute('aria-expanded', 'false'));
  expect(screen.getByRole('combobox')).toHaveValue('');
  await open(user);
  expect(await screen.findByText('Group 0')).toBeInTheDocument();
});

test('a bare list is one page', async () => {
  const asked = serve({ 'GET users/groups/': () => rows });
  const { user } = await draw(<Kept />);
  await open(user);
  await screen.findByText('Group 0');
  fireEvent.scroll(scroller());
  // What is typed is asked behind whatever the scrolling would have asked.
  await user.type(screen.getByRole('combobox'), '22');
  await waitFor(() => expect(asked.at(-1)?.query.get('search')).toBe('22'));
  expect(asked).toHaveLength(2);
});

test('is disabled when the list may not be read', async () => {
  serve({ 'GET users/groups/': { status: 403, body: { detail: 'no' } } });
  const { user } = await draw(<Kept />);
  await open(user);
  await waitFor(() => expect(screen.getByRole('combobox')).toBeDisabled());
});

test('says when the choices did not come, and loads them again', async () => {
  let broken = true;
  serve({ 'GET users/groups/': (asked) => (broken ? { status: 500, body: {} } : page(asked)) });
  const { user } = await draw(<Kept />);
  await open(user);
  expect(await screen.findByText('The choices could not be loaded')).toBeInTheDocument();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Load again' }));
  expect(await screen.findByText('Group 0')).toBeInTheDocument();
});

test('names of bare ids are looked up once, by a stored set, page by page; an id never stands in for a name that is on its way', async () => {
  const ids = Array.from({ length: 150 }, (_, at) => `id-${at}`);
  const seen: string[] = [];
  let release: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = serve({
    'POST common/resources/cache/': { spm: 'S' },
    'GET users/groups/': async ({ query }) => {
      await answered;
      const from = Number(query.get('offset'));
      return { count: 150, results: ids.slice(from, from + 100).map((id) => ({ id, name: `Name of ${id}` })) };
    },
  });
  await draw(<Kept multiple value={ids} />);
  expect(screen.getAllByLabelText('Looking up the name').length).toBeGreaterThan(0);
  expect(screen.queryByText('id-0')).toBeNull();
  release();
  expect(await screen.findByText('Name of id-0')).toBeInTheDocument();
  for (const { method, query } of asked) seen.push(`${method} ${query.get('spm') ?? ''} ${query.get('offset') ?? ''}`);
  expect(seen).toEqual(['POST  ', 'GET S 0', 'GET S 100']);
  // Ten are shown, the rest is counted.
  expect(screen.getByText('+ 140 ...')).toBeInTheDocument();
});

test('an id that the person may not see is shown as it is, and kept', async () => {
  serve({
    'POST common/resources/cache/': { spm: 'S' },
    'GET users/groups/': (asked) => (asked.query.has('spm') ? { count: 0, results: [] } : page(asked)),
  });
  const onChange = vi.fn();
  const { user } = await draw(<Kept multiple value={['secret-id']} onChange={onChange} />);
  expect(await screen.findByText('secret-id')).toBeInTheDocument();
  await open(user);
  await user.click(await screen.findByText('Group 1'));
  expect(onChange).toHaveBeenCalledWith(['secret-id', 'id-1']);
});

test('what is taken can be seen but not picked', async () => {
  serve({ 'GET users/groups/': page });
  const onChange = vi.fn();
  const { user } = await draw(<Kept multiple taken={['id-1']} onChange={onChange} />);
  await open(user);
  await user.click(await screen.findByText('Group 1'));
  expect(onChange).not.toHaveBeenCalled();
});

test('as an object select it emits what exists by key and what is typed by name', async () => {
  serve({ 'GET users/groups/': page });
  const onChange = vi.fn();
  const existing = { id: 'b3a1c2d4-0000-4000-8000-000000000001', name: 'Old' };
  const { user } = await draw(<Kept creatable emit="object" value={[existing]} onChange={onChange} />);
  await user.type(screen.getByRole('combobox'), 'os:linux{Enter}');
  expect(onChange).toHaveBeenLastCalledWith([{ pk: existing.id }, { name: 'os:linux' }]);
  expect(screen.getByText('Old')).toBeInTheDocument();
});

test('Tab leaves with what was picked, although the list is open and the cursor on it', async () => {
  serve({ 'GET users/groups/': page });
  const onChange = vi.fn();
  const { user } = await draw(<Kept multiple onChange={onChange} />);
  await user.type(screen.getByRole('combobox'), '22');
  await user.click(await screen.findByText('Group 22'));
  expect(onChange).toHaveBeenCalledExactlyOnceWith(['id-22']);
  const input = screen.getByRole('combobox');
  expect(input).toHaveAttribute('aria-expanded', 'true');
  // Not prevented: the browser moves the focus.
  expect(fireEvent.keyDown(input, { key: 'Tab', keyCode: 9, which: 9 })).toBe(true);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test.each([true, false])('Enter right after a name picks what the name finds, once the list knows (several: %s)', async (multiple) => {
  const asked = serve({ 'GET users/groups/': page });
  const onChange = vi.fn();
  const { user } = await draw(<Kept multiple={multiple} onChange={onChange} />);
  await user.type(screen.getByRole('combobox'), '22{Enter}');
  expect(onChange).not.toHaveBeenCalled();
  await waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith(multiple ? ['id-22'] : 'id-22'));
  expect(asked.some(({ query }) => query.get('search') === '22')).toBe(true);
  expect(screen.getByRole('combobox')).toHaveValue('');
  // Another key takes Enter back.
  onChange.mockClear();
  await user.type(screen.getByRole('combobox'), '7{Enter}{ArrowDown}');
  await waitFor(() => expect(asked.some(({ query }) => query.get('search') === '7')).toBe(true));
  // The list and, for readers of the screen, the line the cursor is on.
  await screen.findAllByText('Group 7');
  expect(onChange).not.toHaveBeenCalled();
});

test('of many that are chosen ten are shown, the rest counted', async () => {
  serve({ 'GET users/groups/': page });
  await draw(<Kept multiple value={rows.slice(0, 13)} />);
  expect(screen.getByTitle('Group 9')).toBeInTheDocument();
  expect(screen.queryByTitle('Group 10')).toBeNull();
  expect(screen.getByText(/\+ ?3/)).toBeInTheDocument();
});
