import type { Text } from '@postern/contract/text';
import { LANGUAGES, text } from '@postern/contract/text';
import { type Context, FileProblem, openZip, type ZipParts } from '@postern/resource';
import { z } from 'zod';
import { readManifest, YamlProblem } from './manifest-yaml.ts';

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
  outside: text(
    'a part has a name that leads out of its folder, or is a link',
    '压缩包内有越出目录的路径或链接',
    'フォルダーの外を指す名前またはリンクが含まれています',
  ),
  folder: text('it must hold exactly one folder', '压缩包内必须且只能有一个目录', 'フォルダーは一つだけにしてください'),
  missing: text('{name} is missing', '缺少 {name}', '{name} がありません'),
  yaml: text('{name} is not valid: {field}', '{name} 无效：{field}', '{name} が正しくありません：{field}'),
  icon: text('icon.png is no PNG picture', 'icon.png 不是 PNG 图片', 'icon.png は PNG 画像ではありません'),
  platform: text(
    'it brings a platform of its own, which is not supported',
    '不支持自带平台定义的应用包',
    '独自のプラットフォームを持つパッケージには対応していません',
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

/** A name that stays where it is unpacked, on Windows as well. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: names with control characters are refused
const OUTSIDE = /^[/\\]|[\\:\u0000-\u001f]|(^|\/)\.\.(\/|$)|(^|\/)\.(\/|$)|\/\//;

/** The one folder of the archive, with its slash. */
function folderOf(zip: ZipParts): string {
  if (new Set(zip.parts.map(({ name }) => name)).size < zip.parts.length) throw new PackageProblem('damaged');
  for (const { name, link, encrypted } of zip.parts) {
    if (link || OUTSIDE.test(name)) throw new PackageProblem('outside');
    if (encrypted) throw new PackageProblem('damaged');
  }
  const folders = new Set(zip.parts.map(({ name }) => name.split('/')[0] ?? ''));
  const [folder] = folders;
  const alone = zip.parts.some(({ name, directory }) => !directory && !name.includes('/'));
  if (folders.size !== 1 || !folder || alone) throw new PackageProblem('folder');
  return `${folder}/`;
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

/** Reads a document of a package by its form. @throws PackageProblem */
function readYaml<T>(schema: z.ZodType<T>, name: string, bytes: Buffer): T {
  let given: unknown;
  try {
    given = readManifest(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new PackageProblem('yaml', { name, field: error instanceof YamlProblem ? error.message : 'UTF-8' });
  }
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new PackageProblem('yaml', { name, field: parsed.error.issues[0]?.path.join('.').slice(0, 64) || '-' });
  return parsed.data;
}

/** `{{ 'word' | trans }}` in the reader's language, by the table of the manifest. */
function translated(value: string, table: Readonly<Record<string, Readonly<Record<string, string>>>>, ctx: Context): string {
  return value.replace(/\{\{ ?'([^'{}]{1,256})' ?\| ?trans ?\}\}/g, (_all, key: string) => {
    const words = Object.hasOwn(table, key) ? table[key] : undefined;
    return words?.[ctx.language] ?? words?.en ?? key;
  });
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export interface AppletPackage {
  /** Fields of the application, as its resource has them. */
  values: Omit<z.infer<typeof manifest>, 'i18n' | 'display_name'> & { display_name: string };
  icon: Buffer;
  readme: string;
}

/** @throws PackageProblem */
export async function readPackage(bytes: Buffer, ctx: Context): Promise<AppletPackage> {
  try {
    const zip = await openZip(bytes, LIMITS);
    const folder = folderOf(zip);
    const part = async (name: string, max: number): Promise<Buffer> => {
      if (!zip.has(folder + name)) throw new PackageProblem('missing', { name });
      return zip.bytes(folder + name, max);
    };
    const { i18n, ...given } = readYaml(manifest, 'manifest.yml', await part('manifest.yml', MAX_YAML));
    readYaml(setup, 'setup.yml', await part('setup.yml', MAX_YAML));
    // A platform that came with it would be made by whoever may upload, and outlive it.
    if (zip.has(`${folder}platform.yml`)) throw new PackageProblem('platform');
    const icon = await part('icon.png', MAX_ICON);
    if (!icon.subarray(0, PNG.length).equals(PNG)) throw new PackageProblem('icon');
    const readme = zip.has(`${folder}README.md`) ? (await part('README.md', MAX_README)).toString('utf8').replaceAll('\0', '') : '';
    return {
      values: {
        ...given,
        display_name: translated(given.display_name ?? given.name, i18n, ctx).slice(0, 128),
        comment: translated(given.comment, i18n, ctx),
      },
      icon,
      readme,
    };
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    throw new PackageProblem(error.code === 'file_content_overflowed' ? 'too_large' : 'damaged');
  }
}
