import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { CodedError, ERRORS, type ErrorCode } from '@postern/contract/errors';
import { render, type Text, text } from '@postern/contract/text';
import {
  type Behaviour,
  type Context,
  can,
  change,
  eb,
  FLAG_SCHEMA,
  fetchRows,
  holds,
  INTEGER_SCHEMA,
  insert,
  type Kernel,
  listSchema,
  NOBODY,
  objectSchema,
  ok,
  present,
  type Reply,
  type Route,
  type Row,
  type RowOf,
  shownFields,
  TEXT_SCHEMA,
  text as textField,
} from '@postern/resource';
import { download, fileReply } from '../../platform/routes/download.ts';
import { refused } from '../../platform/routes/refused.ts';
import { oneFile, type Part, upload } from '../../platform/routes/upload.ts';
import { answerShape, labelledAs, orNull, shown } from '../../platform/shown.ts';
import type { ReplayStore } from '../sessions/index.ts';
import { applet, EDITIONS, TYPES } from './applet.resource.ts';
import { MAX_PACKAGE, PackageProblem, readPackage } from './package.ts';
import { iconPath, packagePath, picturePath, removeAll } from './package-files.ts';

export interface AppletDeps {
  /** Keeps packages as they came. */
  store: ReplayStore;
  /** Told of a new application, in its transaction. */
  created(ctx: Context, appletId: string): Promise<void>;
}

declare module '@postern/resource/database' {
  interface Columns {
    'applets.protocols': readonly string[];
    'applets.tags': readonly string[];
  }
}

export type AppletRow = RowOf<typeof applet>;

/** A refusal that also carries `error`, where clients of these calls look for the words. */
function refusal(ctx: Context, code: ErrorCode, reason?: Text): CodedError {
  const words = render(ERRORS[code].text, ctx.language, { reason: reason?.[ctx.language] ?? '' });
  return new CodedError(code, {}, { body: { code, detail: words, error: words } });
}

const NO_FILE = text('no file was sent', '未上传文件', 'ファイルがありません');

/** Packages that are read at a time: each is held in memory with what comes out of it. */
const AT_ONCE = 2;
let reading = 0;

async function read(ctx: Context, bytes: Buffer) {
  if (reading >= AT_ONCE) throw new CodedError('busy', { seconds: 1 });
  reading += 1;
  try {
    return await readPackage(bytes, ctx);
  } catch (error) {
    if (error instanceof PackageProblem) throw refusal(ctx, 'applet_package_refused', error.reason);
    throw error;
  } finally {
    reading -= 1;
  }
}

/** The file of a form. */
async function packageIn(ctx: Context, parts: AsyncIterable<Part>): Promise<Buffer> {
  const file = await oneFile(parts, MAX_PACKAGE);
  if (file === 'too_large') throw refusal(ctx, 'file_content_overflowed');
  if (file === 'missing') throw refusal(ctx, 'applet_package_refused', NO_FILE);
  return file;
}

const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Takes a package in. Another version of an application that is there replaces it only when the caller says so, and may change applications.
 * @param replace empty, or that it replaces: any version, or that of this digest alone, which is then what the caller has seen
 */
async function take(ctx: Context, kernel: Kernel, store: ReplayStore, bytes: Buffer, replace: string): Promise<Reply> {
  const { values, icon, readme } = await read(ctx, bytes);
  const resource = kernel.byName(applet.name);
  const stored = { ...values, package_sha256: sumOf(bytes), readme_text: readme };
  const [before] = await fetchRows(resource, ctx, [eb('t.name', '=', values.name)], { lock: true });
  if (before && replace === '') throw refusal(ctx, 'applet_exists');
  if (before && !holds(ctx.actor, ['terminal.change_applet'])) throw new CodedError('permission_denied');
  if (SHA256.test(replace) && before?.package_sha256 !== replace) throw refusal(ctx, 'applet_changed_meanwhile');
  const row = before
    ? await change(resource, ctx, before, stored, { partial: true, body: values, query: {} })
    : await insert(resource, ctx, { ...stored, is_active: true }, values);
  await store.write(packagePath(row.id, stored.package_sha256), Readable.from([bytes]), MAX_PACKAGE);
  await store.write(picturePath(row.id, stored.package_sha256), Readable.from([icon]), MAX_PACKAGE);
  if (before && before.package_sha256 !== stored.package_sha256) ctx.afterCommit(() => removeAll(store, before));
  return ok((await present(kernel, resource, ctx, [row], shownFields(resource, ctx, 'detail', {})))[0], 201);
}

const SHA256 = /^[0-9a-f]{64}$/;
const COMPARED = ['version', 'display_name', 'type', 'edition', 'protocols'] as const;

/** What an upload would make of a package. Nothing is kept. */
async function understood(ctx: Context, kernel: Kernel, bytes: Buffer) {
  const { values, icon, readme, files, bytes: size } = await read(ctx, bytes);
  const [before] = await fetchRows(kernel.byName(applet.name), ctx, [eb('t.name', '=', values.name)]);
  const labelled = (choices: typeof TYPES | typeof EDITIONS, value: string) => {
    const found = choices.find((one) => one.value === value);
    return { value, label: found ? render(found.label, ctx.language) : value };
  };
  const changed = before ? COMPARED.filter((name) => String(before[name]) !== String(values[name])) : [];
  return {
    ...values,
    type: labelled(TYPES, values.type),
    edition: labelled(EDITIONS, values.edition),
    icon: `data:image/png;base64,${icon.toString('base64')}`,
    readme,
    files,
    bytes: size,
    replaces: before
      ? {
          id: String(before.id),
          version: String(before.version),
          display_name: String(before.display_name),
          sha256: String(before.package_sha256),
          same: before.package_sha256 === sumOf(bytes),
          changed,
        }
      : null,
  };
}

const UNDERSTOOD = answerShape(
  objectSchema({
    name: TEXT_SCHEMA,
    display_name: TEXT_SCHEMA,
    comment: TEXT_SCHEMA,
    version: TEXT_SCHEMA,
    author: TEXT_SCHEMA,
    type: labelledAs('general', 'web'),
    edition: labelledAs('community', 'enterprise'),
    can_concurrent: FLAG_SCHEMA,
    protocols: listSchema(TEXT_SCHEMA),
    tags: listSchema(TEXT_SCHEMA),
    icon: TEXT_SCHEMA,
    readme: TEXT_SCHEMA,
    files: INTEGER_SCHEMA,
    bytes: INTEGER_SCHEMA,
    replaces: orNull(
      objectSchema({
        id: TEXT_SCHEMA,
        version: TEXT_SCHEMA,
        display_name: TEXT_SCHEMA,
        sha256: TEXT_SCHEMA,
        same: FLAG_SCHEMA,
        changed: listSchema(TEXT_SCHEMA),
      }),
    ),
  }),
  'applets.understood',
);

/** The package as it came. */
async function packageOf(store: ReplayStore, row: Row): Promise<Reply> {
  const path = packagePath(row.id, row.package_sha256);
  const size = await store.size(path);
  if (size === undefined) throw new CodedError('object_does_not_exist', { resource: 'package' });
  return fileReply({ body: store.read(path), type: 'application/zip', size, plainName: `${row.name}.zip` });
}

export function appletBehaviour({ store, created }: AppletDeps): Behaviour {
  return {
    find: (_ctx, id) => eb('t.name', '=', id),
    // None comes with the product: all were uploaded.
    filters: { builtin: (_ctx, value) => (value === 'true' ? NOBODY : undefined) },
    computed: {
      icon: async (_ctx, rows) => new Map(rows.map((row) => [String(row.id), iconPath(row.name)])),
      readme: async (_ctx, rows) => new Map(rows.map((row) => [String(row.id), row.readme_text ?? ''])),
    },
    async written(ctx, { verb, row }) {
      if (verb === 'create') await created(ctx, String(row.id));
    },
    async deleted(ctx, rows) {
      for (const row of rows) ctx.afterCommit(() => removeAll(store, row));
    },
    actions: { download: (_ctx, _request, row) => packageOf(store, row as Row) },
  };
}

/** One without a package could not be opened anywhere. */
const create = refused({
  method: 'POST',
  path: '/api/v1/terminal/applets/',
  name: 'terminal.applet.create',
  who: can('terminal.add_applet'),
  rows: { none: 'nothing is made' },
  errors: ['applet_needs_package'],
  why: (ctx) => refusal(ctx, 'applet_needs_package'),
});

const DRAWN = {
  title: text('Package of a remote application', '远程应用包', 'リモートアプリのパッケージ'),
  fields: { file: shown(text('Package', '应用包', 'パッケージ'), 'file upload') },
};

export const appletRoutes = (store: ReplayStore): Route[] => [
  upload({
    path: '/api/v1/terminal/applets/upload/',
    name: 'terminal.applet.upload',
    who: can('terminal.add_applet'),
    rows: { of: [applet] },
    limit: MAX_PACKAGE + 65_536,
    query: { update: textField({ label: text('Replace', '替换', '置き換える'), max: 64, default: '', blank: true }) },
    status: 201,
    answer: { rows: 'applet' },
    drawn: DRAWN,
    errors: ['applet_exists', 'applet_changed_meanwhile', 'applet_package_refused', 'busy', 'file_content_overflowed', 'permission_denied'],
    async take(ctx, { parts, query, kernel }) {
      return take(ctx, kernel, store, await packageIn(ctx, parts), query.update);
    },
  }),
  upload({
    path: '/api/v1/terminal/applets/upload/preview/',
    name: 'terminal.applet.preview',
    who: can('terminal.add_applet'),
    rows: { of: [applet] },
    transaction: false,
    limit: MAX_PACKAGE + 65_536,
    answer: UNDERSTOOD,
    drawn: DRAWN,
    errors: ['applet_package_refused', 'busy', 'file_content_overflowed'],
    async take(ctx, { parts, kernel }) {
      return ok(await understood(ctx, kernel, await packageIn(ctx, parts)));
    },
  }),
  create,
  download({
    path: '/media/applets/:applet/icon.png',
    name: 'terminal.applet.icon',
    who: can('terminal.view_applet'),
    rows: { one: applet, at: 'applet' },
    async give(_ctx, { row }) {
      const path = picturePath(row.id, row.package_sha256);
      if ((await store.size(path)) === undefined) throw new CodedError('not_found');
      return { body: store.read(path), type: 'image/png', cache: 'private, max-age=3600' };
    },
  }),
];
