import { render, type Text, text } from '@postern/contract/text';
import { type Context, FileProblem, openZip, type ZipPart, type ZipParts } from '@postern/resource';
import { ENTRIES, entryOf, type PlaybookFile } from './files.ts';
import { MAX_BYTES, MAX_FILE, MAX_FILES } from './limits.ts';
import { collision, pathProblem } from './paths.ts';
import { pathReason, refusal, shownPath, tooLarge } from './store.ts';

/** Playbooks as ZIP archives: read whole and strictly, or refused; nothing is unpacked to a disk. */

/** Bytes of an archive. */
export const MAX_ARCHIVE = MAX_BYTES + 512 * 1024;
/** Folders are entries, too. */
const LIMITS = { maxEntries: 2 * MAX_FILES, maxInflated: MAX_BYTES };
/** How much more may come out than went in: text packs well, and nothing that people write packs better. */
const MAX_RATIO = 100;
const RATIO_FROM = 1024 * 1024;

const REASONS = {
  damaged: text('it cannot be read', '无法读取', '読み取れません'),
  link: text('{name} is a link or a device', '{name} 是链接或设备文件', '{name} はリンクまたはデバイスです'),
  encrypted: text('{name} is encrypted', '{name} 已加密', '{name} は暗号化されています'),
  twice: text('{name} is there twice', '{name} 重复', '{name} が重複しています'),
  name: text('{name}: {reason}', '{name}：{reason}', '{name}：{reason}'),
  entry: text(
    'it has no {names} at its top; a folder around it all does not count',
    '顶层没有 {names}（不能再套一层目录）',
    '最上位に {names} がありません（全体をフォルダーに入れないでください）',
  ),
  ratio: text('more comes out of it than it may hold', '解压后内容过大', '展開後の内容が大きすぎます'),
  missing: text('no file was sent', '未上传文件', 'ファイルがありません'),
} as const satisfies Record<string, Text>;

export const archiveRefused = (ctx: Context, reason: keyof typeof REASONS, params: Readonly<Record<string, string>> = {}) =>
  refusal(ctx, 'playbook_archive_refused', { reason: render(REASONS[reason], ctx.language, params) });

/** Checks the directory of an archive, before anything is inflated. */
function checkParts(ctx: Context, parts: readonly ZipPart[]): void {
  for (const { name, directory, link, encrypted, clear } of parts) {
    const shown = shownPath(name);
    const problem = clear ? pathProblem(directory ? name.replace(/\/$/, '') : name) : 'characters';
    if (problem) throw archiveRefused(ctx, 'name', { name: shown, reason: pathReason(problem, ctx) });
    if (link) throw archiveRefused(ctx, 'link', { name: shown });
    if (encrypted) throw archiveRefused(ctx, 'encrypted', { name: shown });
  }
  const of = (directory: boolean) => parts.filter((part) => part.directory === directory).map(({ name }) => name.replace(/\/$/, ''));
  const double = collision(of(false), of(true)) ?? collision(of(true));
  if (double !== undefined) throw archiveRefused(ctx, 'twice', { name: shownPath(double) });
}

async function readParts(ctx: Context, zip: ZipParts): Promise<PlaybookFile[]> {
  const files: PlaybookFile[] = [];
  for (const { name, directory, claims } of zip.parts) {
    if (directory) continue;
    if (claims > MAX_FILE) throw tooLarge(ctx);
    const content = await zip.bytes(name, MAX_FILE);
    // What says of itself that it is smaller or larger is read otherwise by others.
    if (content.length !== claims) throw archiveRefused(ctx, 'damaged');
    files.push({ path: name, content });
  }
  return files;
}

/**
 * The files of an archive, all or none.
 * @throws CodedError playbook_archive_refused, playbook_too_large
 */
export async function readArchive(ctx: Context, bytes: Buffer): Promise<PlaybookFile[]> {
  try {
    const zip = await openZip(bytes, LIMITS);
    checkParts(ctx, zip.parts);
    const claimed = zip.parts.reduce((sum, { claims }) => sum + claims, 0);
    if (claimed > RATIO_FROM && claimed > bytes.length * MAX_RATIO) throw archiveRefused(ctx, 'ratio');
    const files = await readParts(ctx, zip);
    if (files.length > MAX_FILES) throw tooLarge(ctx);
    if (entryOf(files) === undefined) throw archiveRefused(ctx, 'entry', { names: ENTRIES.join(', ') });
    return files;
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    throw error.code === 'file_content_overflowed' ? tooLarge(ctx) : archiveRefused(ctx, 'damaged');
  }
}
