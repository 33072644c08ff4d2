import { type Text, text } from '@postern/contract/text';
import {
  boolean,
  type Context,
  can,
  type Field,
  FLAG_SCHEMA,
  listSchema,
  objectSchema,
  ok,
  Problem,
  type Route,
  route,
  TEXT_SCHEMA,
  text as textField,
} from '@postern/resource';
import { creation } from '../../platform/routes/creation.ts';
import { answerShape } from '../../platform/shown.ts';
import { addEntry, deleteEntry, readEntry, renameEntry, saveFile } from './file-tree.ts';
import { listed } from './files.queries.ts';
import { MAX_FILE } from './limits.ts';
import { foldersOf, nameOf, parentOf } from './paths.ts';
import { requireOwn } from './playbook.behaviour.ts';
import { playbook } from './playbook.resource.ts';
import { refusal } from './store.ts';

/** Files of a playbook, as the editor reads and writes them (docs/wire/jobs.md#files-of-a-playbook). */

const ABOUT = { path: '/api/v1/ops/playbook/:id/file/', who: can('ops.change_playbook'), rows: { one: playbook } } as const;
/** A text may take up to six bytes for each of its own in JSON. */
const BODY_LIMIT = 6 * MAX_FILE + 65_536;

const TOP = 'root';
const keyField = text('File', '文件', 'ファイル');
const key = (more: { required?: true } = {}) =>
  textField({ label: keyField, max: 1024, ...(more.required ? { required: true } : { default: '', blank: true }) });
const nameField = (label: Text) => textField({ label, max: 255, default: '', blank: true });
/** A text as it was typed: its ends and whatever signs it has are the file's. */
const content: Field<string, 'sometimes'> = (() => {
  const { kind, options } = textField({ label: text('Content', '内容', '内容'), max: MAX_FILE, multiline: true, blank: true });
  const parse = (input: unknown): string => {
    if (typeof input !== 'string') throw new Problem('not_a_text');
    if (Buffer.byteLength(input) > MAX_FILE) throw new Problem('max_length', { max: MAX_FILE });
    return input;
  };
  return { kind: { ...kind, parse }, options };
})();
const isDirectory = boolean({ label: text('Folder', '文件夹', 'フォルダー'), default: false });

const node = (path: string, folder: boolean) => ({
  id: path,
  name: nameOf(path),
  title: nameOf(path),
  pId: parentOf(path) || TOP,
  isParent: folder,
  open: false,
  temp: false,
  ...(folder ? {} : { iconSkin: 'file' }),
});

async function tree(ctx: Context, row: { id: string; name: string }) {
  const all = await listed(ctx, row.id);
  const folders = new Set(all.flatMap(({ path, size }) => (size === null ? [...foldersOf(path), path] : foldersOf(path))));
  return [
    { id: TOP, name: row.name, title: row.name, pId: '', isParent: true, open: true, temp: false },
    ...[...folders].sort().map((path) => node(path, true)),
    ...all.filter(({ size }) => size !== null).map(({ path }) => node(path, false)),
  ];
}

const NODE = objectSchema(
  {
    id: TEXT_SCHEMA,
    name: TEXT_SCHEMA,
    title: TEXT_SCHEMA,
    pId: TEXT_SCHEMA,
    isParent: FLAG_SCHEMA,
    open: FLAG_SCHEMA,
    temp: FLAG_SCHEMA,
  },
  { iconSkin: TEXT_SCHEMA },
);

const read = route({
  ...ABOUT,
  method: 'GET',
  name: 'ops.playbook.file.read',
  query: { key: key() },
  errors: ['not_found'],
  answer: answerShape(
    { oneOf: [listSchema(NODE), objectSchema({ content: TEXT_SCHEMA, seen: TEXT_SCHEMA, is_binary: FLAG_SCHEMA })] },
    'playbooks.files',
  ),
  handle: async (ctx, { row, query }) =>
    ok(query.key === '' || query.key === TOP ? await tree(ctx, row) : await readEntry(ctx, row.id, query.key)),
});

const add = creation({
  ...ABOUT,
  name: 'ops.playbook.file.create',
  bodyLimit: BODY_LIMIT,
  body: { key: key(), name: nameField(text('Name', '名称', '名前')), is_directory: isDirectory, content },
  errors: ['permission_denied', 'playbook_path_refused', 'playbook_file_missing', 'playbook_file_exists', 'playbook_too_large'],
  answer: answerShape(NODE),
  async create(ctx, { row, body }) {
    requireOwn(ctx, row);
    const folder = body.key === TOP ? '' : body.key;
    const path = await addEntry(ctx, row, folder, { name: body.name, content: body.is_directory ? null : (body.content ?? '') });
    return node(path, body.is_directory);
  },
});

const change = route({
  ...ABOUT,
  method: 'PATCH',
  name: 'ops.playbook.file.update',
  bodyLimit: BODY_LIMIT,
  body: {
    key: key(),
    new_name: nameField(text('New name', '新名称', '新しい名前')),
    content,
    is_directory: isDirectory,
    seen: textField({ label: text('What was loaded', '已加载内容', '読み込んだ内容'), max: 64, default: '', blank: true }),
  },
  errors: [
    'permission_denied',
    'playbook_path_refused',
    'playbook_file_missing',
    'playbook_file_exists',
    'playbook_file_protected',
    'playbook_file_binary',
    'playbook_file_changed',
    'playbook_too_large',
  ],
  answer: answerShape(objectSchema({}, { seen: TEXT_SCHEMA })),
  async handle(ctx, { row, body }) {
    requireOwn(ctx, row);
    if (body.key === '' || body.key === TOP) throw refusal(ctx, 'playbook_file_protected');
    if (body.new_name !== '') {
      await renameEntry(ctx, row, body.key, body.new_name);
      return ok({});
    }
    const seen = await saveFile(ctx, row, body.key, { content: body.content ?? '', seen: body.seen });
    // Whoever does not ask is told nothing, as clients know it.
    return ok(body.seen === '' ? {} : { seen });
  },
});

const remove = route({
  ...ABOUT,
  method: 'DELETE',
  name: 'ops.playbook.file.destroy',
  query: { key: key() },
  errors: ['permission_denied', 'playbook_path_refused', 'playbook_file_missing', 'playbook_file_protected'],
  answer: answerShape(objectSchema({ msg: TEXT_SCHEMA })),
  async handle(ctx, { row, query }) {
    requireOwn(ctx, row);
    if (query.key === TOP) throw refusal(ctx, 'playbook_file_protected');
    if (query.key === '') throw refusal(ctx, 'playbook_file_missing', { path: '' });
    await deleteEntry(ctx, row, query.key);
    return ok({ msg: 'ok' });
  },
});

export const fileRoutes: readonly Route[] = [read, add, change, remove];
