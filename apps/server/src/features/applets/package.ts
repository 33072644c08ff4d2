import type { Text } from '@postern/contract/text';
import { LANGUAGES, text } from '@postern/contract/text';
import { type Context, FileProblem, openZip, type ZipParts } from '@postern/resource';
import { z } from 'zod';
import { readManifest, YamlProblem } from './manifest-yaml.ts';
import { badName, twice } from './part-names.ts';
import { isIcon } from './picture.ts';

/**
 * Packages of remote applications (docs/decisions/0081): a ZIP archive with one folder, in it `manifest.yml`, `setup.yml` and `icon.png`.
 * It is read and kept as it is; nothing of it is unpacked here, run here, or believed beyond what is checked.
 */

/** Bytes of a package. Installers are fetched by the host itself, so that packages are scripts and pictures. */
export const MAX_PACKAGE = 32 * 1024 * 1024;
const LIMITS = { maxEntries: 2_000, maxInflated: 128 * 1024 * 1024 };
const MAX_YAML = 64 * 1024;
const MAX_ICON = 512 * 1024;
const MAX_README = 64 * 1024;

const reasons = {
  damaged: text('the archive cannot be read', '无法读取压缩包', 'アーカイブを読み取れません'),
  too_large: text('the archive holds too much', '压缩包内容过大', 'アーカイブの中身が大きすぎます'),
  part: text('{name} is damaged or encrypted', '{name} 已损坏或已加密', '{name} は壊れているか暗号化されています'),
  part_size: text('{name} is larger than {max} KiB', '{name} 超过 {max} KiB', '{name} が {max} KiB を超えています'),
  outside: text(
    '{name} leads out of its folder, or is a link',
    '{name} 越出所在目录或是链接',
    '{name} はフォルダーの外を指すか、リンクです',
  ),
  windows: text(
    '{name} is no name of a file on Windows',
    '{name} 不是 Windows 上的有效文件名',
    '{name} は Windows のファイル名として使えません',
  ),
  twice: text(
    '{name} is there twice; capital and small letters are the same on Windows',
    '{name} 重复（Windows 不区分大小写）',
    '{name} が重複しています（Windows は大文字と小文字を区別しません）',
  ),
  folder: text('it must hold exactly one folder', '压缩包内必须且只能有一个目录', 'フォルダーは一つだけにしてください'),
  missing: text('{name} is missing', '缺少 {name}', '{name} がありません'),
  encoding: text('{name} is not UTF-8 text', '{name} 不是 UTF-8 文本', '{name} が UTF-8 テキストではありません'),
  line: text('{name} cannot be read at line {line}', '{name} 第 {line} 行无法读取', '{name} の {line} 行目を読み取れません'),
  field: text('{name}: “{field}” is missing or not valid', '{name}：“{field}”缺失或无效', '{name}：「{field}」がないか、正しくありません'),
  one_of: text(
    '{name}: “{field}” has to be one of {values}',
    '{name}：“{field}”只能是 {values}',
    '{name}：「{field}」は {values} のいずれかにしてください',
  ),
  icon: text(
    'icon.png is no PNG picture of at most 1024 × 1024 pixels',
    'icon.png 不是 1024 × 1024 像素以内的 PNG 图片',
    'icon.png は 1024 × 1024 ピクセル以内の PNG 画像ではありません',
  ),
  platform: text(
    'platform.yml: a platform of its own is not supported',
    'platform.yml：不支持自带平台定义的应用包',
    'platform.yml：独自のプラットフォームには対応していません',
  ),
} as const satisfies Record<string, Text>;

/** A package that is not taken, and why. */
export class PackageProblem extends Error {
  readonly reason: Text;
  constructor(reason: keyof typeof reasons, params: Readonly<Record<string, string>> = {}) {
    super(reason);
    this.name = 'PackageProblem';
    const filled = (words: string): string => words.replace(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '');
    this.reason = Object.fromEntries(LANGUAGES.map((language) => [language, filled(reasons[reason][language])])) as unknown as Text;
  }
}

/** A name of a part as a message shows it. */
const named = (name: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  const plain = name.toWellFormed().replace(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '\ufffd');
  return plain.length > 80 ? `${plain.slice(0, 80)}…` : plain;
};

/** The one folder of the archive, with its slash. */
function folderOf(zip: ZipParts): string {
  for (const { name, link, encrypted, clear } of zip.parts) {
    const bad = link ? 'outside' : clear ? badName(name) : 'windows';
    if (bad) throw new PackageProblem(bad, { name: named(name) });
    if (encrypted) throw new PackageProblem('part', { name: named(name) });
  }
  const double = twice(zip.parts);
  if (double !== undefined) throw new PackageProblem('twice', { name: named(double) });
  const folders = new Set(zip.parts.map(({ name }) => name.split('/')[0] ?? ''));
  const [folder] = folders;
  const alone = zip.parts.some(({ name, directory }) => !directory && !name.includes('/'));
  if (folders.size !== 1 || !folder || alone) throw new PackageProblem('folder');
  return `${folder}/`;
}

/** Reads all that is in the archive once: hosts unpack it, and a part that is more than it says would fill them. @returns bytes of all parts */
async function measured(zip: ZipParts): Promise<number> {
  let all = 0;
  for (const { name, directory, claims } of zip.parts) {
    if (directory) continue;
    try {
      if ((await zip.measure(name, claims)) !== claims) throw new FileProblem('file_damaged');
    } catch (error) {
      if (error instanceof FileProblem) throw new PackageProblem('part', { name: named(name) });
      throw error;
    }
    all += claims;
  }
  return all;
}

const word = (max: number) => z.union([z.string(), z.number()]).transform(String).pipe(z.string().trim().min(1).max(max));
const list = z
  .union([z.string(), z.array(z.union([z.string(), z.number()]).transform(String))])
  .transform((value) => (typeof value === 'string' ? value.split(',') : value).map((one) => one.trim()).filter(Boolean))
  .pipe(z.array(z.string().max(128)).max(64));

const manifest = z.object({
  name: z.string().regex(/^[A-Za-z0-9_-]{1,128}$/),
  display_name: word(128).optional(),
  comment: z.string().max(4096).default(''),
  version: word(16).default('0.1'),
  author: word(128).default('-'),
  type: z.enum(['general', 'web']).default('general'),
  edition: z.enum(['community', 'enterprise']).default('community'),
  can_concurrent: z.boolean().default(true),
  protocols: list.default([]),
  tags: list.default([]),
  i18n: z.record(z.string().max(256), z.record(z.string().max(16), z.string().max(4096))).default({}),
});
const setup = z.object({ type: z.enum(['exe', 'zip', 'manual', 'msi']) });

/** What is wrong with a document, by the first thing that is. */
function wrongField(name: string, issue: z.core.$ZodIssue | undefined): PackageProblem {
  const field = named(issue?.path.join('.') || '-');
  if (issue?.code === 'invalid_value') return new PackageProblem('one_of', { name, field, values: issue.values.map(String).join(', ') });
  return new PackageProblem('field', { name, field });
}

/** Reads a document of a package by its form. @throws PackageProblem */
function readYaml<T>(schema: z.ZodType<T>, name: string, bytes: Buffer): T {
  let given: unknown;
  try {
    given = readManifest(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof YamlProblem) throw new PackageProblem('line', { name, line: String(error.line) });
    throw new PackageProblem('encoding', { name });
  }
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw wrongField(name, parsed.error.issues[0]);
  return parsed.data;
}

/** `{{ 'word' | trans }}` in the reader's language, by the table of the manifest. */
function translated(value: string, table: Readonly<Record<string, Readonly<Record<string, string>>>>, ctx: Context): string {
  return value.replace(/\{\{ ?'([^'{}]{1,256})' ?\| ?trans ?\}\}/g, (_all, key: string) => {
    const words = Object.hasOwn(table, key) ? table[key] : undefined;
    return words?.[ctx.language] ?? words?.en ?? key;
  });
}

export interface AppletPackage {
  /** Fields of the application, as its resource has them. */
  values: Omit<z.infer<typeof manifest>, 'i18n' | 'display_name'> & { display_name: string };
  icon: Buffer;
  readme: string;
  /** How many files it has, and their bytes once they are unpacked. */
  files: number;
  bytes: number;
}

/** @throws PackageProblem */
export async function readPackage(bytes: Buffer, ctx: Context): Promise<AppletPackage> {
  try {
    const zip = await openZip(bytes, LIMITS);
    const folder = folderOf(zip);
    const part = async (name: string, max: number): Promise<Buffer> => {
      const found = zip.parts.find((one) => one.name === folder + name);
      if (!found) throw new PackageProblem('missing', { name });
      if (found.claims > max) throw new PackageProblem('part_size', { name, max: String(max / 1024) });
      return zip.bytes(folder + name, max);
    };
    const size = await measured(zip);
    const { i18n, ...given } = readYaml(manifest, 'manifest.yml', await part('manifest.yml', MAX_YAML));
    readYaml(setup, 'setup.yml', await part('setup.yml', MAX_YAML));
    // A platform that came with it would be made by whoever may upload, and outlive it.
    if (zip.has(`${folder}platform.yml`)) throw new PackageProblem('platform');
    const icon = await part('icon.png', MAX_ICON);
    if (!isIcon(icon)) throw new PackageProblem('icon');
    const readme = zip.has(`${folder}README.md`) ? (await part('README.md', MAX_README)).toString('utf8').replaceAll('\0', '') : '';
    return {
      values: {
        ...given,
        display_name: translated(given.display_name ?? given.name, i18n, ctx).slice(0, 128),
        comment: translated(given.comment, i18n, ctx),
      },
      icon,
      readme,
      files: zip.parts.filter(({ directory }) => !directory).length,
      bytes: size,
    };
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    throw new PackageProblem(error.code === 'file_content_overflowed' ? 'too_large' : 'damaged');
  }
}
