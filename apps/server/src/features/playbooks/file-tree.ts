import { CodedError } from '@postern/contract/errors';
import { LANGUAGES, render, text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { type Listed, listed, moved, removed } from './files.queries.ts';
import { foldersOf, isBelow, joined, parentOf } from './paths.ts';
import type { PlaybookRow } from './playbook.resource.ts';
import { digestOf, refusal, requireFits, requirePath } from './store.ts';

/** The file that a playbook is known by. */
const PROTECTED = 'main.yml';
const NEW_FOLDER = 'new_dir';
const NEW_FILE = 'new_file.yml';

const BINARY = text(
  'This file is no text and is not shown.',
  '该文件不是文本，无法显示。',
  'このファイルはテキストではないため表示できません。',
);

type Of = Pick<PlaybookRow, 'id' | 'name' | 'org_id'>;

/** A text, or undefined for what is none. */
function asText(content: Buffer): string | undefined {
  if (content.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}

/** Notes what was done to a file; never what is in it. */
async function note(ctx: Context, { id, name, org_id }: Of, before: string, after: string): Promise<void> {
  await ctx.tx.updateTable('playbooks').set({ date_updated: ctx.clock() }).where('id', '=', id).execute();
  ctx.audit({
    action: 'update',
    resourceType: 'playbook',
    resourceId: id,
    resource: name,
    changes: [{ field: 'path', before, after }],
    orgId: org_id,
  });
}

const told = ({ path, size }: Listed): string => (size === null ? `${path}/` : `${path} (${size} B)`);

/** Whether something lies there, also a folder that is only above something. */
const isThere = (all: readonly Listed[], path: string): boolean => all.some((one) => one.path === path || isBelow(one.path, path));
const isFile = (all: readonly Listed[], path: string): boolean => all.some((one) => one.path === path && one.size !== null);

const store = (ctx: Context, playbook: string, path: string, content: Buffer | null) =>
  ctx.tx
    .insertInto('playbook_files')
    .values({ playbook_id: playbook, path, content })
    .onConflict((clash) => clash.columns(['playbook_id', 'path']).doUpdateSet({ content, date_updated: ctx.clock() }))
    .execute();

const contentOf = async ({ tx }: Context, playbook: string, path: string): Promise<Buffer | undefined> =>
  (await tx.selectFrom('playbook_files').select('content').where('playbook_id', '=', playbook).where('path', '=', path).executeTakeFirst())
    ?.content ?? undefined;

/** @throws CodedError not_found */
export async function readEntry(ctx: Context, playbook: string, path: string) {
  const content = await contentOf(ctx, playbook, path);
  if (!content) throw new CodedError('not_found');
  const shown = asText(content);
  return { content: shown ?? render(BINARY, ctx.language), seen: digestOf(content), is_binary: shown === undefined };
}

/** A name that is free in a folder: the wanted one, or the first number behind it. */
function freeName(all: readonly Listed[], folder: string, name: string): string {
  let wanted = joined(folder, name);
  for (let number = 1; isThere(all, wanted); number += 1) wanted = joined(folder, `${name}(${number})`);
  return wanted;
}

/** Without a slash: names are given one at a time. @throws CodedError playbook_path_refused */
function requireName(ctx: Context, name: string): void {
  requirePath(ctx, name.includes('/') ? '' : name === 'root' ? 'root_' : name);
}

/** Makes a file, or without content a folder. @returns its path */
export async function addEntry(
  ctx: Context,
  row: Of,
  folder: string,
  { name, content }: { name: string; content: string | null },
): Promise<string> {
  const all = await listed(ctx, row.id);
  const wanted = name || (content === null ? NEW_FOLDER : NEW_FILE);
  requireName(ctx, wanted);
  if (folder !== '') {
    requirePath(ctx, folder);
    if (!isThere(all, folder) || isFile(all, folder)) throw refusal(ctx, 'playbook_file_missing', { path: folder });
  }
  const path = freeName(all, folder, wanted);
  requirePath(ctx, path);
  const bytes = content === null ? null : Buffer.from(content);
  const added = { path, size: bytes?.length ?? null };
  requireFits(ctx, [...all, added]);
  await store(ctx, row.id, path, bytes);
  await note(ctx, row, '', told(added));
  return path;
}

/** @throws CodedError playbook_file_protected, playbook_file_missing, playbook_file_exists, playbook_path_refused */
export async function renameEntry(ctx: Context, row: Of, from: string, name: string): Promise<void> {
  const all = await listed(ctx, row.id);
  requirePath(ctx, from);
  if (from === PROTECTED) throw refusal(ctx, 'playbook_file_protected');
  if (!isThere(all, from)) throw refusal(ctx, 'playbook_file_missing', { path: from });
  requireName(ctx, name);
  const to = joined(parentOf(from), name);
  requirePath(ctx, to);
  if (to === from) return;
  if (isThere(all, to)) throw refusal(ctx, 'playbook_file_exists', { path: to });
  for (const { path } of all) if (isBelow(path, from)) requirePath(ctx, to + path.slice(from.length));
  await moved(ctx, row.id, from, to);
  await note(ctx, row, from, to);
}

/**
 * Writes a text.
 * @param seen digest of what was loaded before it was changed; empty from whoever does not say it
 * @returns the digest of what is there now
 */
export async function saveFile(ctx: Context, row: Of, path: string, { content, seen }: { content: string; seen: string }): Promise<string> {
  requirePath(ctx, path);
  const all = await listed(ctx, row.id);
  const before = all.find((one) => one.path === path);
  const stored = await contentOf(ctx, row.id, path);
  if (!before || !stored) throw refusal(ctx, 'playbook_file_missing', { path });
  if (seen !== '' && seen !== digestOf(stored)) throw refusal(ctx, 'playbook_file_changed');
  // Whoever saves what stands in its place has not seen the file.
  if (LANGUAGES.some((language) => BINARY[language] === content)) throw refusal(ctx, 'playbook_file_binary');
  const bytes = Buffer.from(content);
  const after = { path, size: bytes.length };
  requireFits(ctx, [...all.filter((one) => one !== before), after]);
  await store(ctx, row.id, path, bytes);
  await note(ctx, row, told(before), told(after));
  return digestOf(bytes);
}

/** @throws CodedError playbook_file_protected, playbook_file_missing */
export async function deleteEntry(ctx: Context, row: Of, path: string): Promise<void> {
  requirePath(ctx, path);
  if (path === PROTECTED) throw refusal(ctx, 'playbook_file_protected');
  const all = await listed(ctx, row.id);
  if (!isThere(all, path)) throw refusal(ctx, 'playbook_file_missing', { path });
  await removed(ctx, row.id, path);
  // A folder stays where it is when the last file in it goes.
  const above = foldersOf(path).at(-1);
  if (above !== undefined && !all.some((one) => isBelow(one.path, above) && one.path !== path && !isBelow(one.path, path)))
    await store(ctx, row.id, above, null);
  await note(ctx, row, told(all.find((one) => one.path === path) ?? { path: `${path}/`, size: 0 }), '');
}
