import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { ORG } from '@postern/contract/ids';
import { text } from '@postern/contract/text';
import {
  type Context,
  exportName,
  json,
  type Kernel,
  labelled,
  mayList,
  type ResolvedResource,
  type Route,
  text as textField,
} from '@postern/resource';
import { personIn } from '../../platform/context.ts';
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

/**
 * Parameters as an address would have them; paging is no part of a file.
 * @throws InvalidInput for what no address has, and for chosen rows: which they were is forgotten before a run may come to them
 */
function parametersOf(given: unknown): Record<string, string> {
  const all = Object.entries(given as Record<string, unknown>);
  const good = all.length <= MOST_PARAMETERS && all.every(([, value]) => typeof value === 'string' && value.length <= MOST_SIGNS);
  if (!good) throw InvalidInput.on('query', 'max_length', { max: MOST_SIGNS });
  if (all.some(([name]) => name === 'spm')) throw InvalidInput.on('query', 'ticked_rows_wait');
  return Object.fromEntries(
    all.filter(([name]) => !['limit', 'offset', 'format', 'template'].includes(name)).map(([name, value]) => [name, String(value)]),
  );
}

/** The list at an address below `/api/v1/`, as clients know it. @throws CodedError not_found */
function listAt(kernel: Kernel, address: string): ResolvedResource {
  const wanted = address.replace(/^\//, '').replace(/\/$/, '');
  const found = kernel.resources.find(
    ({ definition: { app, path, aliases = [], verbs } }) =>
      (verbs?.includes('list') ?? true) && [path, ...aliases].some((one) => `${app}/${one}` === wanted),
  );
  if (!found) throw new CodedError('not_found');
  return found;
}

/** Where the rights to a list are asked for: some lists stand in an organisation of their own, wherever the caller is. */
const homeOf = ({ definition: { rootOrg, fixedOrg } }: ResolvedResource, { org }: Context): string =>
  rootOrg ? ORG.ROOT : (fixedOrg ?? org.id);

/** The list and its organisation, for who may have it. @throws CodedError not_found, also where it is there and not theirs to list */
async function listed({ kernel, identity }: AskDeps, ctx: Context, address: string) {
  const resource = listAt(kernel(), address);
  const orgId = homeOf(resource, ctx);
  const there = await personIn(ctx, identity(), ctx.actor.id, orgId);
  if (!there || !mayList(resource, there)) throw new CodedError('not_found');
  return { resource: resource.name, orgId };
}

/** What came to nothing, or is over, before the newest of these. */
const endedBefore = (tx: Context['tx'], userId: string) =>
  tx
    .selectFrom('list_files')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['failed', 'expired'])
    .orderBy('date_created', 'desc')
    .offset(MOST_FILES);

/** @throws CodedError too_many_files; the row of the person is locked, so that two at once are counted one after the other */
async function roomFor({ tx, actor }: Context): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', actor.id).forNoKeyUpdate().execute();
  await tx.deleteFrom('list_files').where('id', 'in', endedBefore(tx, actor.id)).execute();
  const kept = await tx
    .selectFrom('list_files')
    .select('id')
    .where('user_id', '=', actor.id)
    .where('state', 'in', ['waiting', 'running', 'ready'])
    .limit(MOST_FILES)
    .execute();
  if (kept.length >= MOST_FILES) throw new CodedError('too_many_files', { max: MOST_FILES });
}

/** The run has the rights of the person, and a key with fewer must not come by more. @throws CodedError key_limited or permission_denied */
function byThePerson({ actor }: Context): void {
  if (actor.key) throw new CodedError('key_limited');
  if (actor.kind !== 'user') throw new CodedError('permission_denied');
}

const asking = (deps: AskDeps): Route =>
  run({
    path: '/api/v1/ops/list-files/',
    name: 'ops.listfile.create',
    who: { allow: 'user' },
    rows: { own: 'a file of what the caller may list, made with the rights that they have when it is made' },
    body: {
      list: textField({ label: text('List', '列表', '一覧'), required: true, max: 255 }),
      format: labelled({ label: text('Format', '格式', '形式'), choices: FORMATS, required: true }),
      query: json({ label: text('Filter', '筛选', '絞り込み'), holds: { type: 'object' }, default: {} }),
    },
    errors: ['not_found', 'too_many_files', 'key_limited', 'permission_denied'],
    async start(ctx, { body }) {
      byThePerson(ctx);
      const { resource, orgId } = await listed(deps, ctx, body.list);
      await roomFor(ctx);
      const id = randomUUID();
      const name = exportName({ name: resource }, ctx, body.format);
      await ctx.tx
        .insertInto('list_files')
        .values({
          id,
          name,
          resource,
          file_format: body.format,
          query: JSON.stringify(parametersOf(body.query)),
          user_id: ctx.actor.id,
          org_id: orgId,
          language: ctx.language,
          time_zone: ctx.timeZone,
        })
        .execute();
      ctx.audit({ action: 'create', resourceType: listFile.name, resourceId: id, resource: name });
      return startTask(ctx, deps.jobs, LIST_FILE_JOB, { resource }, id);
    },
  });

const taking = (deps: AskDeps): Route =>
  download({
    path: '/api/v1/ops/list-files/:id/content/',
    name: 'ops.listfile.content',
    who: { allow: 'user' },
    rows: { one: listFile },
    errors: ['not_found', 'permission_denied', 'key_limited'],
    async give(ctx, { row }) {
      byThePerson(ctx);
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
