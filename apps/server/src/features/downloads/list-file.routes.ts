import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { text } from '@postern/contract/text';
import { type Context, json, type Kernel, labelled, mayList, type Route, text as textField, zoned } from '@postern/resource';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { download } from '../../platform/routes/download.ts';
import { run } from '../../platform/routes/run.ts';
import { startTask } from '../tasks/index.ts';
import { type ListFile, listFile } from './list-file.resource.ts';
import { LIST_FILE_JOB, type MakeDeps, ownerOf } from './make-file.ts';
import { readPieces } from './sealed-pieces.ts';

/** Files of one person at a time, those that are still to be made among them. */
export const MOST_FILES = 10;
/** Parameters of a list's query, and signs of one of them, at most. */
const MOST_PARAMETERS = 64;
const MOST_SIGNS = 8_192;

const FORMATS = [
  { value: 'csv', label: text('CSV', 'CSV', 'CSV') },
  { value: 'xlsx', label: text('Excel (XLSX)', 'Excel (XLSX)', 'Excel (XLSX)') },
] as const;

export interface AskDeps extends Pick<MakeDeps, 'kernel' | 'identity'> {
  jobs: Pick<Jobs, 'enqueue'>;
}

/** Parameters as an address would have them; paging is no part of a file. @throws InvalidInput */
function parametersOf(given: unknown): Record<string, string> {
  const all = Object.entries(given as Record<string, unknown>);
  const good = all.length <= MOST_PARAMETERS && all.every(([, value]) => typeof value === 'string' && value.length <= MOST_SIGNS);
  if (!good) throw InvalidInput.on('query', 'max_length', { max: MOST_SIGNS });
  return Object.fromEntries(
    all.filter(([name]) => !['limit', 'offset', 'format', 'template'].includes(name)).map(([name, value]) => [name, String(value)]),
  );
}

/** The list by its resource's name, for who may have it. @throws CodedError not_found, also where it is there and not theirs to list */
function listed(kernel: Kernel, ctx: Context, name: string) {
  const found = kernel.resources.find((one) => one.name === name && (one.definition.verbs?.includes('list') ?? true));
  if (!found || !mayList(found, ctx)) throw new CodedError('not_found');
  return found;
}

/** @throws CodedError too_many_files; the row of the person is locked, so that two at once are counted one after the other */
async function roomFor({ tx, actor }: Context): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', actor.id).forNoKeyUpdate().execute();
  const kept = await tx
    .selectFrom('list_files')
    .select('id')
    .where('user_id', '=', actor.id)
    .where('state', 'in', ['waiting', 'running', 'ready'])
    .limit(MOST_FILES)
    .execute();
  if (kept.length >= MOST_FILES) throw new CodedError('too_many_files', { max: MOST_FILES });
}

const nameOf = (resource: string, format: string, ctx: Context): string => {
  const { year, month, day, hour, minute, second } = zoned(ctx.clock(), ctx.timeZone);
  return `${resource}_${year}-${month}-${day}_${hour}-${minute}-${second}.${format}`;
};

const asking = ({ jobs }: AskDeps): Route =>
  run({
    path: '/api/v1/ops/list-files/',
    name: 'ops.listfile.create',
    who: { allow: 'user' },
    rows: { own: 'a file of what the caller may list, made with the rights that they have when it is made' },
    body: {
      resource: textField({ label: text('List', '列表', '一覧'), required: true, max: 64 }),
      format: labelled({ label: text('Format', '格式', '形式'), choices: FORMATS, required: true }),
      query: json({ label: text('Filter', '筛选', '絞り込み'), holds: { type: 'object' }, default: {} }),
    },
    errors: ['not_found', 'too_many_files', 'key_limited'],
    async start(ctx, { body, kernel }) {
      // The run has the rights of the person, and a key with fewer must not come by more.
      if (ctx.actor.key) throw new CodedError('key_limited');
      if (ctx.actor.kind !== 'user') throw new CodedError('permission_denied');
      const { name: resource } = listed(kernel, ctx, body.resource);
      await roomFor(ctx);
      const id = randomUUID();
      const name = nameOf(resource, body.format, ctx);
      await ctx.tx
        .insertInto('list_files')
        .values({
          id,
          name,
          resource,
          format: body.format,
          query: JSON.stringify(parametersOf(body.query)),
          user_id: ctx.actor.id,
          org_id: ctx.org.id,
          language: ctx.language,
          time_zone: ctx.timeZone,
        })
        .execute();
      ctx.audit({ action: 'create', resourceType: listFile.name, resourceId: id, resource: name });
      return startTask(ctx, jobs, LIST_FILE_JOB, { resource }, id);
    },
  });

const taking = (deps: AskDeps): Route =>
  download({
    path: '/api/v1/ops/list-files/:id/content/',
    name: 'ops.listfile.content',
    who: { allow: 'user' },
    rows: { one: listFile },
    errors: ['not_found', 'permission_denied'],
    async give(ctx, { row }) {
      const file = row as ListFile;
      if (file.state !== 'ready' || !file.made || !file.sealed_key) throw new CodedError('not_found');
      if (file.date_expired && file.date_expired <= ctx.clock()) throw new CodedError('not_found');
      await ownerOf(deps, ctx, file);
      ctx.audit({ action: 'view', resourceType: listFile.name, resourceId: file.id, resource: file.name, orgId: file.org_id });
      const key = Buffer.from(ctx.secrets.decrypt(file.sealed_key), 'base64');
      const body = Readable.from(readPieces(ctx, { id: file.id, made: file.made, key }, file.bytes), { objectMode: false });
      return { body, type: 'application/octet-stream', size: file.bytes, plainName: file.name };
    },
  });

export const listFileRoutes = (deps: AskDeps): readonly Route[] => [asking(deps), taking(deps)];
