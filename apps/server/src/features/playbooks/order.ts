import { CodedError } from '@postern/contract/errors';
import type { Context } from '@postern/resource';
import { checkFiles } from './check.ts';
import { entryOf, type PlaybookFile } from './files.ts';
import { findingText } from './finding.ts';
import { playbookRows } from './playbook.resource.ts';
import { filesOf, freeze } from './store.ts';

/** @throws CodedError playbook_no_entry, playbook_refused with the first thing that is wrong */
function requireReady(ctx: Context, files: readonly PlaybookFile[]): void {
  if (entryOf(files) === undefined) throw new CodedError('playbook_no_entry');
  const wrong = checkFiles(files).find(({ severity }) => severity === 'error');
  if (wrong) throw new CodedError('playbook_refused', { path: wrong.path, line: wrong.line, reason: findingText(wrong, ctx.language) });
}

/**
 * What a run of a playbook has of it: its name, and its files as they are at this moment. For the owner of the job, who is the actor of the context.
 * @throws CodedError playbook_gone, playbook_no_entry, playbook_refused
 */
export async function ordered(ctx: Context, id: string | null): Promise<{ id: string; name: string; snapshot: string }> {
  const row = id
    ? await ctx.tx
        .selectFrom('playbooks as p')
        .select(['p.id', 'p.name'])
        .where('p.id', '=', id)
        .where(playbookRows(ctx, 'p'))
        .executeTakeFirst()
    : undefined;
  if (!row) throw new CodedError('playbook_gone');
  const files = await filesOf(ctx, row.id);
  requireReady(ctx, files);
  return { ...row, snapshot: await freeze(ctx, files) };
}
