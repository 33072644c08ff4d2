import { createHash, randomUUID } from 'node:crypto';
import { CodedError, ERRORS } from '@postern/contract/errors';
import type { PLAYBOOK_ERRORS } from '@postern/contract/playbook-errors';
import { render, type Text, text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { type Listed, snapshotOf } from './files.queries.ts';
import type { PlaybookFile } from './files.ts';
import { MAX_BYTES, MAX_FILE, MAX_FILES } from './limits.ts';
import { type PathProblem, pathProblem } from './paths.ts';

const MIB = 1024 * 1024;
/** Rows of one insert. */
const CHUNK = 100;

const REASONS: Readonly<Record<PathProblem, Text>> = {
  empty: text('it has no name', '名称为空', '名前がありません'),
  outside: text('it leads out of its folder', '路径越出目录', 'フォルダーの外を指しています'),
  characters: text('of its characters', '含有不允许的字符', '使えない文字が含まれています'),
  long: text('it is too long', '过长', '長すぎます'),
  deep: text('it lies too deep', '层级过深', '階層が深すぎます'),
  root: text('the top of the tree is called root', 'root 是根目录的名称', 'root は最上位の名前です'),
};

/** Why a path is not taken, in the reader's language. */
export const pathReason = (problem: PathProblem, ctx: Context): string => render(REASONS[problem], ctx.language);

/** A path as a message shows it. */
export const shownPath = (path: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  const plain = path.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, '\ufffd');
  return plain.length > 80 ? `${plain.slice(0, 80)}…` : plain;
};

/** A refusal that also carries `msg`, where clients of these calls look for the words. */
export function refusal(ctx: Context, code: keyof typeof PLAYBOOK_ERRORS, params: Readonly<Record<string, unknown>> = {}): CodedError {
  const words = render(ERRORS[code].text, ctx.language, params as Record<string, string>);
  return new CodedError(code, params, { body: { code, detail: words, msg: words } });
}

/** @throws CodedError playbook_path_refused */
export function requirePath(ctx: Context, path: string): void {
  const problem = pathProblem(path);
  if (problem) throw refusal(ctx, 'playbook_path_refused', { path: shownPath(path), reason: pathReason(problem, ctx) });
}

export const tooLarge = (ctx: Context): CodedError =>
  refusal(ctx, 'playbook_too_large', { files: MAX_FILES, each: MAX_FILE / MIB, all: MAX_BYTES / MIB });

/** @throws CodedError playbook_too_large */
export function requireFits(ctx: Context, all: readonly Pick<Listed, 'size'>[]): void {
  const bytes = all.reduce((sum, { size }) => sum + (size ?? 0), 0);
  if (all.length > MAX_FILES || bytes > MAX_BYTES || all.some(({ size }) => (size ?? 0) > MAX_FILE)) throw tooLarge(ctx);
}

/** Files of a playbook, whole, in the order of their paths. */
export async function filesOf({ tx }: Context, playbook: string): Promise<PlaybookFile[]> {
  const rows = await tx
    .selectFrom('playbook_files')
    .select(['path', 'content'])
    .where('playbook_id', '=', playbook)
    .orderBy('path')
    .execute();
  return rows.flatMap(({ path, content }) => (content === null ? [] : [{ path, content }]));
}

/** Puts files in the place of all that are there. */
export async function replaceFiles(ctx: Context, playbook: string, files: readonly PlaybookFile[]): Promise<void> {
  for (const { path } of files) requirePath(ctx, path);
  requireFits(
    ctx,
    files.map(({ content }) => ({ size: content.length })),
  );
  await ctx.tx.deleteFrom('playbook_files').where('playbook_id', '=', playbook).execute();
  for (let at = 0; at < files.length; at += CHUNK)
    await ctx.tx
      .insertInto('playbook_files')
      .values(files.slice(at, at + CHUNK).map(({ path, content }) => ({ playbook_id: playbook, path, content })))
      .execute();
}

/** What a run has of a playbook, whatever becomes of that: the files as they are now, kept once for all runs of the same content. */
export async function freeze(ctx: Context, files: readonly PlaybookFile[]): Promise<string> {
  const digest = createHash('sha256');
  const ordered = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  for (const { path, content } of ordered) digest.update(`${path}\0${createHash('sha256').update(content).digest('hex')}\0`);
  const { id, made } = await snapshotOf(ctx, randomUUID(), digest.digest('hex'));
  if (made)
    for (let at = 0; at < ordered.length; at += CHUNK)
      await ctx.tx
        .insertInto('playbook_snapshot_files')
        .values(ordered.slice(at, at + CHUNK).map((file) => ({ snapshot_id: id, ...file })))
        .execute();
  return id;
}

/** The files that a run was started with. */
export const snapshotFiles = ({ tx }: Context, snapshotId: string): Promise<PlaybookFile[]> =>
  tx.selectFrom('playbook_snapshot_files').select(['path', 'content']).where('snapshot_id', '=', snapshotId).orderBy('path').execute();

/** What tells one content of a file from another. */
export const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
