import { EditorView } from '@codemirror/view';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { type Asked, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { Workspace } from './Workspace.tsx';

beforeEach(() => updateSession({ profile: { id: 'me', perms: ['ops.change_playbook'] } as unknown as Profile }));

const FILE = 'ops/playbook/p1/file/';
const node = (id: string, pId = 'root', isParent = false) => ({
  id,
  name: id.split('/').at(-1) ?? id,
  title: id,
  pId,
  isParent,
  open: isParent,
  temp: false,
});

/** A server with files; saving one under another `seen` than it has is refused. */
function playbook(files: Record<string, string>, findings: () => object[] = () => []) {
  const asked = serve({
    [`GET ${FILE}`]: ({ query }: Asked) => {
      const key = query.get('key');
      if (key !== null) return { content: files[key] ?? '', seen: `hash of ${files[key]}`, is_binary: false };
      return [{ ...node('root', '', true), name: 'Harbour' }, ...Object.keys(files).map((path) => node(path))];
    },
    [`PATCH ${FILE}`]: ({ body }: Asked) => {
      const { key, content, seen } = body as { key: string; content: string; seen: string };
      if (seen !== `hash of ${files[key]}`) return { status: 409, body: { code: 'playbook_file_changed', detail: 'Changed.' } };
      files[key] = content;
      return { seen: `hash of ${content}` };
    },
    'GET ops/playbooks/p1/check/': () => findings(),
  });
  return { files, saves: () => asked.filter(({ method }) => method === 'PATCH') };
}

const editorOf = async (path: string): Promise<EditorView> => {
  const box = await screen.findByRole('textbox', { name: path });
  return EditorView.findFromDOM(box) as EditorView;
};
const type = async (path: string, text: string): Promise<void> => {
  const view = await editorOf(path);
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
  await screen.findByRole('img', { name: 'Not saved' });
};
const drawn = (readOnly = false) => draw(<Workspace playbook="p1" readOnly={readOnly} isGit={false} />);
const tab = (name: RegExp) => within(screen.getByRole('navigation', { name: 'Open files' })).getByRole('button', { name });

test('main.yml opens first; what is typed is marked, saved by its key, and the findings come anew', async () => {
  let found: object[] = [
    { path: 'main.yml', line: 2, code: 'x', text: 'Modules that run commands here are not allowed', severity: 'error' },
  ];
  const { saves } = playbook({ 'main.yml': '- hosts: all\n  tasks: []\n' }, () => found);
  await drawn();
  const list = within(await screen.findByRole('region', { name: 'Check' }));
  await list.findByRole('button', { name: /Error.*main\.yml:2/ });
  await waitFor(() => expect(document.querySelector('.pb-mark.is-error[title^="Modules that run"]')).not.toBeNull());
  await type('main.yml', '- hosts: all\n');
  found = [];
  await userEvent.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Not saved' })).not.toBeInTheDocument());
  expect(saves().map(({ body }) => body)).toEqual([
    { key: 'main.yml', content: '- hosts: all\n', seen: 'hash of - hosts: all\n  tasks: []\n' },
  ]);
  await list.findByText('Nothing found');
});

test('a changed tab asks before it closes: stay, save, discard', async () => {
  const { files, saves } = playbook({ 'main.yml': 'a: 1\n' });
  const { user } = await drawn();
  await type('main.yml', 'a: 2\n');
  const close = () => user.click(screen.getByRole('button', { name: 'Close main.yml' }));
  await close();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Keep it open' }));
  expect((await editorOf('main.yml')).state.doc.toString()).toBe('a: 2\n');
  await close();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }));
  await screen.findByText('No file is open');
  expect(files['main.yml']).toBe('a: 2\n');
  await user.click(screen.getByText('main.yml'));
  await type('main.yml', 'a: 3\n');
  await close();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }));
  await screen.findByText('No file is open');
  expect([files['main.yml'], saves().length]).toEqual(['a: 2\n', 1]);
});

test('an open file is focused, not read again; each tab keeps its text', async () => {
  playbook({ 'main.yml': 'a: 1\n', 'other.yml': 'b: 1\n' });
  const { user } = await drawn();
  await type('main.yml', 'a: 2\n');
  await user.click(screen.getByText('other.yml'));
  await editorOf('other.yml');
  expect(tab(/^other\.yml/)).toHaveAttribute('aria-current', 'true');
  const tree = screen.getByRole('tree', { name: 'Files' }).parentElement as HTMLElement;
  await user.click(within(tree).getByText('main.yml'));
  expect(tab(/^main\.yml/)).toHaveAttribute('aria-current', 'true');
  expect((await editorOf('main.yml')).state.doc.toString()).toBe('a: 2\n');
});

test.each([
  ['Load theirs', 'theirs: 1\n', 'theirs: 1\n'],
  ['Keep mine', 'mine: 1\n', 'mine: 1\n'],
])('what somebody else saved meanwhile is not overwritten unasked: %s', async (answer, shown, saved) => {
  const { files } = playbook({ 'main.yml': 'a: 1\n' });
  const { user } = await drawn();
  await type('main.yml', 'mine: 1\n');
  files['main.yml'] = 'theirs: 1\n';
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const question = within(await screen.findByRole('alert'));
  expect(files['main.yml']).toBe('theirs: 1\n');
  await user.click(question.getByRole('button', { name: 'Compare' }));
  expect(question.getByRole('region', { name: 'Differences' })).toHaveTextContent('theirs: 1');
  await user.click(question.getByRole('button', { name: answer }));
  expect((await editorOf('main.yml')).state.doc.toString()).toBe(shown);
  if (answer === 'Keep mine') await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(files['main.yml']).toBe(saved));
});

test('lines end as they did in the file', async () => {
  const { files } = playbook({ 'main.yml': 'a: 1\r\nb: 2\r\n' });
  const { user } = await drawn();
  const view = await editorOf('main.yml');
  expect([view.state.doc.lines, screen.queryByRole('img', { name: 'Not saved' })]).toEqual([3, null]);
  view.dispatch({ changes: { from: view.state.doc.length, insert: 'c: 3' } });
  await screen.findByRole('img', { name: 'Not saved' });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(files['main.yml']).toBe('a: 1\r\nb: 2\r\nc: 3'));
});

/** A page on which Git brings other files at a touch. */
function Fetching() {
  const [version, setVersion] = useState(1);
  return (
    <>
      <button type="button" onClick={() => setVersion(2)}>
        Fetched
      </button>
      <Workspace playbook="p1" version={version} readOnly={false} isGit />
    </>
  );
}

test('what Git brings is shown in open files, and asked about where something was typed', async () => {
  const { files } = playbook({ 'main.yml': 'a: 1\n', 'other.yml': 'b: 1\n' });
  const { user } = await draw(<Fetching />);
  screen.getByText('This playbook comes from Git: the next update replaces what you change here.');
  await editorOf('main.yml');
  await user.click(screen.getByText('other.yml'));
  await type('other.yml', 'mine: 1\n');
  files['main.yml'] = 'a: git\n';
  files['other.yml'] = 'b: git\n';
  await user.click(screen.getByRole('button', { name: 'Fetched' }));
  await screen.findByText('This file was saved elsewhere meanwhile');
  expect((await editorOf('other.yml')).state.doc.toString()).toBe('mine: 1\n');
  await user.click(tab(/^main\.yml/));
  await waitFor(async () => expect((await editorOf('main.yml')).state.doc.toString()).toBe('a: git\n'));
});

test('what is only read has no Save, no New and no menu', async () => {
  playbook({ 'main.yml': 'a: 1\n' });
  await drawn(true);
  const view = await editorOf('main.yml');
  expect([view.state.readOnly, view.contentDOM.getAttribute('aria-readonly')]).toEqual([true, 'true']);
  expect(screen.queryByRole('button', { name: /^(Save|Reset|New)/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Menu of/ })).not.toBeInTheDocument();
});
