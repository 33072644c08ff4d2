import { CodedError, InvalidInput } from '@postern/contract/errors';
import { at, type Behaviour, type Context, eb, type Row, type UploadedPart, type Write } from '@postern/resource';
import { limitKept } from '../../platform/kept.ts';
import { bytesOf, partsOf } from '../../platform/routes/upload.ts';
import { perRow } from '../../platform/rows.ts';
import { archiveRefused, MAX_ARCHIVE, readArchive } from './archive.ts';
import type { PlaybookFile } from './files.ts';
import { readAddress } from './git-address.ts';
import { MAX_KEPT } from './limits.ts';
import { type PlaybookRow, playbookRows } from './playbook.resource.ts';
import { refusal, replaceFiles, tooLarge } from './store.ts';
import { type PlaybookDeps, startSync } from './sync.ts';

/** What a new playbook holds: it runs as it is, and shows where things go. */
const STARTER = `---
- name: Say hello
  hosts: all
  gather_facts: false
  tasks:
    - name: Ask the machine for its name
      ansible.builtin.command: hostname
      changed_when: false
      register: answer

    - name: Show what it said
      ansible.builtin.debug:
        var: answer.stdout
`;

/** Files of an archive, on their way into a playbook. */
class Uploaded {
  readonly files: readonly PlaybookFile[];
  constructor(files: readonly PlaybookFile[]) {
    this.files = files;
  }
}

/** The kernel knows resources by their definitions only and hands out rows of any; here they are playbooks. */
const asPlaybook = (row: Row | undefined): PlaybookRow | undefined => row as PlaybookRow | undefined;

/** @throws CodedError permission_denied for one that somebody else shares */
export function requireOwn({ actor }: Context, { creator_id }: Pick<PlaybookRow, 'creator_id'>): void {
  if (creator_id !== actor.id) throw new CodedError('permission_denied');
}

/** How many the person keeps here. */
const keptBy = (ctx: Context) =>
  ctx.tx
    .selectFrom('playbooks as p')
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .where(playbookRows(ctx, 'p'))
    .where('p.creator_id', '=', ctx.actor.id)
    .executeTakeFirstOrThrow();

/** Those of an organisation go with it: most are in nobody else's view, so nobody could clear them away before. */
export const forgetPlaybooks = async ({ tx }: Context, organisation: { id: string }): Promise<void> =>
  void (await tx
    .deleteFrom('playbooks as p')
    .where(eb(at('p')('org_id'), '=', organisation.id))
    .execute());

/** Checks what a write says of Git. A token goes to the place that it was given for, and nowhere else. @throws InvalidInput */
async function checkGit({ tx }: Context, { values, before: row }: Pick<Write, 'values' | 'before'>): Promise<void> {
  const before = asPlaybook(row);
  const next: Row = { ...before, ...values };
  if (next.create_method !== 'vcs') return;
  const address = readAddress(String(next.vcs_url ?? ''));
  if (!address) throw InvalidInput.on('vcs_url', next.vcs_url ? 'invalid_url' : 'required');
  if (!before || values.vcs_token !== undefined || readAddress(before.vcs_url)?.origin === address.origin) return;
  // Secrets are no part of a row.
  const stored = await tx.selectFrom('playbooks').select('vcs_token').where('id', '=', before.id).executeTakeFirst();
  if (stored?.vcs_token) throw InvalidInput.on('vcs_token', 'required');
}

/** Name of a playbook by the name of its archive: what stands before the last ending. */
const titleFrom = (filename: string): string => filename.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '');

/** A form with an archive as `path`, and whatever fields it has. */
async function fromForm(ctx: Context, parts: AsyncIterable<UploadedPart>): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  let archive: Buffer | undefined;
  for await (const { field, value, stream, filename } of partsOf({ files: parts })) {
    if (!stream) {
      if (['name', 'comment', 'is_shared'].includes(field)) body[field] = value;
      continue;
    }
    if (field !== 'path' || archive) continue;
    archive = await bytesOf(stream, MAX_ARCHIVE);
    if (!archive) throw tooLarge(ctx);
    body.name ??= titleFrom(filename ?? '');
  }
  if (!archive) throw archiveRefused(ctx, 'missing');
  return { ...body, path: new Uploaded(await readArchive(ctx, archive)) };
}

/** The updates that writes have started, by the row that they wrote. */
const started = new WeakMap<object, Map<string, string>>();

export const playbookBehaviour = (deps: PlaybookDeps): Behaviour => ({
  rows: playbookRows,
  fromForm,
  async prepare(ctx, write) {
    const before = asPlaybook(write.before);
    if (before) requireOwn(ctx, before);
    await checkGit(ctx, write);
    if (write.verb !== 'create') return;
    write.values.creator_id = ctx.actor.id;
    await limitKept(ctx, { what: 'playbooks', write, count: () => keptBy(ctx), max: MAX_KEPT });
  },
  async written(ctx, { verb, row, body }) {
    if (verb !== 'create') return;
    const { id, create_method } = row as PlaybookRow;
    if (body.path instanceof Uploaded) return replaceFiles(ctx, id, body.path.files);
    if (create_method !== 'vcs') return replaceFiles(ctx, id, [{ path: 'main.yml', content: Buffer.from(STARTER) }]);
    const runs = started.get(ctx.tx) ?? new Map<string, string>();
    started.set(ctx.tx, runs.set(id, await startSync(deps, ctx, row as PlaybookRow)));
  },
  async deleting(ctx, rows, { bulk }) {
    const own = rows.filter((row) => asPlaybook(row)?.creator_id === ctx.actor.id);
    if (!bulk && own.length < rows.length) throw new CodedError('permission_denied');
    const ids = own.map((row) => String(row.id));
    // What runs once is on no list: nobody could take the playbook out of it.
    const used =
      ids.length > 0 &&
      (await ctx.tx
        .selectFrom('jobs')
        .select('id')
        .where('playbook_id', 'in', ids)
        .where('instant', '=', false)
        .limit(1)
        .executeTakeFirst());
    if (used) throw refusal(ctx, 'playbook_has_job');
    return own;
  },
  computed: {
    // Files are read by their own address (docs/wire/jobs.md#files-of-a-playbook).
    path: async (_ctx, rows) => perRow(rows, () => null),
    creator: async (_ctx, rows) => perRow(rows, ({ creator_id }: PlaybookRow) => creator_id),
    task_id: async (ctx, rows) => perRow(rows, ({ id, sync_run }: PlaybookRow) => started.get(ctx.tx)?.get(id) ?? sync_run),
  },
});
