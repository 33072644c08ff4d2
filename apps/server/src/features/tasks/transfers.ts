import { createHash } from 'node:crypto';
import { CodedError } from '@postern/contract/errors';
import { type Text, text } from '@postern/contract/text';
import type { Context, Database, Download, Transfers } from '@postern/resource';
import type { Platform } from '../../platform/platform.ts';
import { claim, type EndState, finish, leasePortion, startLease } from './lease.ts';
import { appendOutput, OUTPUT_CHANNEL } from './output.ts';
import { publish } from './runs.ts';
import { sentence } from './sentences.ts';

/**
 * Runs that requests carry, not workers: files of tables on their way out and in (decision 0087). Whoever sends or receives has the
 * other half, so no worker can go on with them; `left` is what becomes of one whose lease ran out.
 */
export const TRANSFERS = {
  /** Its file broke off: it is asked for again. */
  'export-table': { label: text('Export of a table', '导出列表', '一覧のエクスポート'), left: 'FAILURE' },
  /** Each portion is whole. Who sent them has sent all, or goes on where they stopped: what was written is known (decision 0030). */
  'import-table': { label: text('Import of a table', '导入列表', '一覧のインポート'), left: 'SUCCESS' },
} as const satisfies Record<string, { label: Text; left: EndState }>;

type TransferName = keyof typeof TRANSFERS;

/** Of one person's import of one file into one list there is one run (RFC 9562 §5.8). */
function idOf(scope: string): string {
  const bytes = createHash('sha256').update(scope).digest();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const runOf = (ctx: Context, name: TransferName, kwargs: object) => ({
  name,
  kwargs,
  userId: ctx.actor.kind === 'user' ? ctx.actor.id : null,
  orgId: ctx.org.id,
  language: ctx.language,
});

const STATES = { done: 'SUCCESS', 'given up': 'REVOKED', failed: 'FAILURE' } as const satisfies Record<
  Parameters<Download['end']>[0],
  EndState
>;

/** Makes transfers of tables leased runs. */
export const createTransfers = ({ asSystem, database: { db }, events, log }: Platform): Transfers => ({
  async download(ctx, { resource, rows }) {
    const name = 'export-table';
    const id = await publish(db, ctx.clock(), runOf(ctx, name, { resource }));
    const run = await claim(db, id);
    if (!run) throw new Error('A run that was just made cannot be claimed');
    const say = (tx: Database, what: Parameters<typeof sentence>[0]) =>
      appendOutput(tx, id, sentence(what, TRANSFERS[name].label, ctx.language));
    await say(db, 'STARTED');
    const lease = startLease({ database: { db }, events, log }, run);
    lease.progress(0, rows);
    const end = async (state: EndState): Promise<void> => {
      lease.release();
      await asSystem('end of an export', async ({ tx }) => {
        await say(tx, state);
        await finish(tx, run, state, lease.reached());
        await events.publish(tx, OUTPUT_CHANNEL, { run: id });
      });
    };
    return {
      signal: lease.signal,
      progress: (done) => lease.progress(done),
      // The file is whole or broken by now; what is written down of it must not change that.
      end: (how) => end(STATES[how]).catch((error: unknown) => log.warn({ err: error, run: id }, 'the end of an export')),
    };
  },
  async portion(ctx, scope, { rows, ...about }) {
    const name = 'import-table';
    const id = idOf(scope);
    const leased = await leasePortion(ctx.tx, id, rows);
    if (leased === 'cancelled') throw new CodedError('task_cancelled');
    if (leased) return;
    await publish(ctx.tx, ctx.clock(), runOf(ctx, name, about), id);
    await appendOutput(ctx.tx, id, sentence('STARTED', TRANSFERS[name].label, ctx.language));
    await leasePortion(ctx.tx, id, rows);
  },
});
