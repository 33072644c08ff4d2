import { CodedError } from '@postern/contract/errors';
import { render, text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import type { Job, Run } from '../../platform/feature.ts';
import { countSecrets, type Place } from '../../platform/secrets/external-columns.queries.ts';
import { SecretStoreError } from '../../platform/secrets/external-secrets.ts';
import type { VaultDeps } from './deps.ts';
import { moveSecrets } from './move.ts';
import { noteUnused } from './unused.queries.ts';

/** The job that moves all secrets; also the name of the background task. */
export const MOVE = 'move-secrets';
/** Secrets that the clock ships in one go. */
const SHIPPED_AT_ONCE = 2_000;
/** Entries without a secret that names them are kept for so many days: a database that is restored from before still finds them. */
export const UNUSED_DAYS = 7;
const SWEPT_AT_ONCE = 1_000;

const WORDS = {
  total: text('{count} secrets to move', '待迁移密文 {count} 条', '移動するシークレット {count} 件'),
  done: text('{count} moved, each read back and compared', '已迁移 {count} 条，均已回读校验', '{count} 件を移動し、読み戻して照合しました'),
  failed: text('{table} {id}: {detail}', '{table} {id}：{detail}', '{table} {id}：{detail}'),
  kept: text('{count} stay where they are', '{count} 条未迁移', '{count} 件は元の場所に残っています'),
};

const total = (counts: Awaited<ReturnType<typeof countSecrets>>, place: Place): number =>
  Object.values(counts).reduce((sum, kept) => sum + kept[place], 0);

/** @throws CodedError `secret_store_unavailable`: everything that is not moved yet is where it was, and a new run goes on from there */
async function move(deps: VaultDeps, ctx: Context, to: Place, run: Run): Promise<void> {
  deps.platform.externalSecrets.retry();
  const all = total(await countSecrets(ctx.tx), to === 'there' ? 'here' : 'there');
  run.write(render(WORDS.total, ctx.language, { count: all }));
  run.progress(0, all);
  const stop = new AbortController();
  // Someone switched the direction: what this run moves would only be moved back.
  const turned = (): void => {
    if (deps.settings.get('VAULT_ENABLED') !== (to === 'there')) stop.abort(new CodedError('conflict'));
  };
  try {
    const { done, failed } = await moveSecrets(deps.platform, ctx, to, {
      signal: AbortSignal.any([run.signal, stop.signal]),
      progress(count) {
        run.progress(count, all);
        turned();
      },
    });
    run.write(render(WORDS.done, ctx.language, { count: done }));
    for (const { column, id, detail } of failed.slice(0, 100))
      run.write(render(WORDS.failed, ctx.language, { table: column.table, id, detail }));
    if (failed.length > 0) {
      run.write(render(WORDS.kept, ctx.language, { count: failed.length }));
      throw new CodedError('secret_store_without', { detail: failed[0]?.detail });
    }
  } catch (error) {
    if (!(error instanceof SecretStoreError)) throw error;
    const code = error.why === 'away' ? 'secret_store_unavailable' : 'secret_store_without';
    throw new CodedError(code, { detail: error.detail }, { cause: error });
  }
}

/** Ships what was written since: a write is kept encrypted here until the store has it. */
async function ship(deps: VaultDeps, ctx: Context, run: Run): Promise<void> {
  if (!deps.settings.get('VAULT_ENABLED')) return;
  try {
    const { failed } = await moveSecrets(deps.platform, ctx, 'there', { signal: run.signal, most: SHIPPED_AT_ONCE });
    if (failed.length > 0) ctx.log.error({ count: failed.length, detail: failed[0]?.detail }, 'the secret store refuses secrets');
  } catch (error) {
    if (!(error instanceof SecretStoreError)) throw error;
    ctx.log.warn({ why: error.why, detail: error.detail }, 'the secret store takes nothing: secrets wait, encrypted, in the database');
  }
}

/** Removes entries that nothing names any more. */
async function sweep({ platform }: VaultDeps, ctx: Context): Promise<void> {
  const { externalSecrets: store } = platform;
  await platform.asSystem('entries without a secret', (inner) => noteUnused(inner.tx, inner.clock()));
  const old = await ctx.tx
    .selectFrom('external_secrets')
    .select('id')
    .where('date_unused', '<', new Date(ctx.clock().getTime() - UNUSED_DAYS * 86_400_000))
    .orderBy('date_unused')
    .limit(SWEPT_AT_ONCE)
    .execute();
  for (const { id } of old) {
    try {
      await store.remove(id);
    } catch (error) {
      if (!(error instanceof SecretStoreError)) throw error;
      ctx.log.warn({ detail: error.detail }, 'an entry of the secret store could not be removed');
      if (error.why === 'away') return;
      continue;
    }
    await platform.asSystem('an entry without a secret is gone', (inner) =>
      inner.tx
        .deleteFrom('external_secrets')
        .where('id', '=', id)
        .execute()
        .then(() => undefined),
    );
  }
}

export const vaultJobs = (deps: VaultDeps): readonly Job[] => [
  {
    name: MOVE,
    task: { label: text('Move account secrets', '迁移账号密文', 'シークレットの移動') },
    transaction: false,
    run: (ctx, { to }, run) => move(deps, ctx, to === 'there' ? 'there' : 'here', run),
  },
  { name: 'vault.ship', schedule: '* * * * *', transaction: false, run: (ctx, _data, run) => ship(deps, ctx, run) },
  { name: 'vault.sweep', schedule: '17 3 * * *', transaction: false, run: (ctx) => sweep(deps, ctx) },
];
