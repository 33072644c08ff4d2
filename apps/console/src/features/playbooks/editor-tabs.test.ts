import { expect, test } from 'vitest';
import { type Change, isChanged, NO_TABS, type Tabs, tabsAfter } from './editor-tabs.ts';

const after = (...changes: readonly Change[]): Tabs => changes.reduce(tabsAfter, NO_TABS);
const open = (path: string): Change => ({ do: 'open', path });
const loaded = (path: string, content: string, hash = content): Change => ({ do: 'loaded', path, content, hash, isBinary: false });
const type = (path: string, text: string): Change => ({ do: 'type', path, text });
const tab = (tabs: Tabs, path: string) => tabs.open.find((one) => one.path === path);
const paths = ({ open: tabs, active }: Tabs) => [tabs.map(({ path }) => path).join(' '), active];

test('a file is opened once; opened again it is shown, with what was typed', () => {
  const tabs = after(open('a'), loaded('a', '1'), type('a', '2'), open('b'), open('a'));
  expect(paths(tabs)).toEqual(['a b', 'a']);
  expect(tab(tabs, 'a')).toMatchObject({ text: '2', saved: '1' });
});

test.each<[string, Change[], boolean, string]>([
  ['until it has come', [], false, ''],
  ['as it came', [loaded('a', '1')], false, '1'],
  ['once something is typed', [loaded('a', '1'), type('a', '2')], true, '2'],
  ['typed back', [loaded('a', '1'), type('a', '2'), type('a', '1')], false, '1'],
  ['reset', [loaded('a', '1'), type('a', '2'), { do: 'reset', path: 'a' }], false, '1'],
  ['saved', [loaded('a', '1'), type('a', '2'), { do: 'saved', path: 'a', text: '2', hash: 'h' }], false, '2'],
  [
    'typed on while it was being saved',
    [loaded('a', '1'), type('a', '2'), type('a', '23'), { do: 'saved', path: 'a', text: '2', hash: 'h' }],
    true,
    '23',
  ],
  [
    'reset after saving',
    [loaded('a', '1'), type('a', '2'), { do: 'saved', path: 'a', text: '2', hash: 'h' }, { do: 'reset', path: 'a' }],
    false,
    '2',
  ],
  ['of what is no text', [{ do: 'loaded', path: 'a', content: '?', hash: '', isBinary: true }, type('a', 'x')], false, 'x'],
])('changed or not: %s', (_, changes, expected, text) => {
  const found = tab(after(open('a'), ...changes), 'a');
  expect([found && isChanged(found), found?.text]).toEqual([expected, text]);
});

test('what comes again from the server takes the place of what was only read, and never of what was typed', () => {
  expect(tab(after(open('a'), loaded('a', '1'), loaded('a', '2')), 'a')).toMatchObject({ text: '2', hash: '2' });
  const typed = tab(after(open('a'), loaded('a', '1'), type('a', 'mine'), loaded('a', '2')), 'a');
  expect(typed).toMatchObject({ text: 'mine', saved: '1', hash: '1', theirs: { content: '2', hash: '2' } });
  // Both came to the same.
  expect(tab(after(open('a'), loaded('a', '1'), type('a', '2'), loaded('a', '2')), 'a')).toEqual(
    tab(after(open('a'), loaded('a', '2')), 'a'),
  );
});

test('of a stale save theirs is loaded, or one’s own is kept and replaces theirs', () => {
  const stale: Change[] = [
    open('a'),
    loaded('a', '1'),
    type('a', 'mine'),
    { do: 'stale', path: 'a', content: 't', hash: 'h', isBinary: false },
  ];
  const theirs = tab(after(...stale, { do: 'takeTheirs', path: 'a' }), 'a');
  expect(theirs).toEqual({ id: 0, path: 'a', saved: 't', text: 't', hash: 'h', isBinary: false });
  const mine = tab(after(...stale, { do: 'keepMine', path: 'a' }), 'a');
  expect(mine).toEqual({ id: 0, path: 'a', saved: 't', text: 'mine', hash: 'h', isBinary: false });
});

test('of closed tabs the last that is left is shown, if the closed one was', () => {
  const three = [open('a'), open('b'), open('c')];
  expect(paths(after(...three, open('a'), { do: 'close', path: 'a' }))).toEqual(['b c', 'c']);
  expect(paths(after(...three, open('a'), { do: 'close', path: 'b' }))).toEqual(['a c', 'a']);
  expect(paths(after(open('a'), { do: 'close', path: 'a' }))).toEqual(['', undefined]);
});

test('a renamed folder takes its files along, one with a longer name does not move', () => {
  const tabs = after(open('roles/a.yml'), open('roles2/b.yml'), open('roles/a.yml'), { do: 'renamed', from: 'roles', to: 'parts' });
  expect(paths(tabs)).toEqual(['parts/a.yml roles2/b.yml', 'parts/a.yml']);
  expect(tabs.open[0]?.id).toBe(0);
});

test('what is deleted is closed with all below it; what is opened later is another tab', () => {
  const tabs = after(open('roles/a.yml'), open('main.yml'), { do: 'removed', path: 'roles' }, open('roles/a.yml'));
  expect(paths(tabs)).toEqual(['main.yml roles/a.yml', 'roles/a.yml']);
  expect(tabs.open[1]?.id).toBe(2);
});
