import { CodedError, InvalidInput } from '@postern/contract/errors';
import { render, text } from '@postern/contract/text';
import { among, type Behaviour, type Context, eb, holds, ok, type Reply, type Row } from '@postern/resource';
import { anyRow } from '../../platform/database/any-row.ts';
import { lockByNumber } from '../../platform/database/lock.queries.ts';
import { secretsIn } from '../../platform/secrets/encrypted-record.ts';
import { errorsOf, tryAnew } from './shipping/health.ts';
import { holdsObjects, onTheirWay } from './shipping/objects.ts';
import { readMeta } from './storage-types.ts';
import { described, type StorageTable, type StoredStorage, storages } from './stored.ts';
import { openStore, type StoreTools } from './stores/open-store.ts';
import { testStore } from './tested.ts';

const WORKS = text('The storage works.', '存储可用。', '保存先は使えます。');
const FAILS = text('The storage cannot be used. {step}: {detail}', '存储不可用。{step}：{detail}', '保存先を使えません。{step}：{detail}');

/** Writes a small object, reads it back and takes it away again. What went wrong is told as a word; never a key. */
async function tested(ctx: Context, tools: StoreTools, row: StoredStorage): Promise<Reply> {
  const failed = isBuiltIn(row) ? undefined : await testStore(openStore(described(ctx, row), tools));
  if (!failed) return ok({ is_valid: true, msg: render(WORKS, ctx.language) });
  const step = render(failed.step, ctx.language);
  return ok({ is_valid: false, msg: render(FAILS, ctx.language, { step, detail: failed.detail }) });
}

const isBuiltIn = (row: Pick<Row, string>): boolean => row.type === 'null' || row.type === 'server';

export interface StorageDeps {
  tools: StoreTools;
  /** Has our own gateways that used the default before use the new one. */
  followDefault(ctx: Context, kind: 'command' | 'replay', from: string, to: string): Promise<void>;
}

const CHANGES = { command_storages: 'terminal.change_commandstorage', replay_storages: 'terminal.change_replaystorage' } as const;
/** Any constant that is this lock's own. */
const DEFAULT_LOCK = 7_301_103n;

/** Makes one the default in place of another, and lets our own gateways follow. */
async function becomeDefault(ctx: Context, table: StorageTable, { followDefault }: StorageDeps, row: Row): Promise<void> {
  const before = await ctx.tx
    .updateTable(table)
    .set({ is_default: false })
    .where('is_default', '=', true)
    .where('id', '<>', String(row.id))
    .returning('name')
    .executeTakeFirst();
  if (before) await followDefault(ctx, table === 'command_storages' ? 'command' : 'replay', before.name, String(row.name));
}

/** Rules of both kinds of storages (docs/decisions/0081, 0103). `uses` is the column in which components name one. */
export function storageBehaviour(table: StorageTable, uses: 'command_storage' | 'replay_storage', deps: StorageDeps): Behaviour {
  return {
    filters: {
      // Consoles that let people choose a log to read leave the one out that keeps nothing.
      real: (_ctx, value) => (value === 'true' ? eb('t.type', '<>', 'null') : undefined),
    },
    async prepare(ctx, { verb, values, before, body }) {
      const wanted = body.is_default;
      // There is always one, which goes on being it until another one is.
      if (before?.is_default === true && wanted === false) throw InvalidInput.on('is_default', 'storage_not_default');
      if (wanted === true && before?.type === 'null') throw InvalidInput.on('is_default', 'storage_keeps_nothing');
      if (wanted === true && before?.is_default !== true) {
        // It leads the evidence of our own gateways there, which making a storage alone does not.
        if (!holds(ctx.actor, [CHANGES[table]])) throw new CodedError('permission_denied');
        // Two at once are one after the other, so that one is left.
        await lockByNumber(ctx.tx, DEFAULT_LOCK);
      } else delete values.is_default;
      if (before && isBuiltIn(before) && values.name !== undefined && values.name !== before.name)
        throw InvalidInput.on('name', 'reserved_id');
      if (before && values.name !== undefined && values.name !== before.name && (await inUse(ctx, uses, [String(before.name)])))
        throw new CodedError('storage_in_use');
      const type = String(before?.type ?? values.type);
      if (verb === 'update' && values.meta === undefined) return;
      const known = before && {
        plain: before.meta as Record<string, string>,
        encrypted: await secretsOf(ctx, table, String(before.id)),
      };
      const next = readMeta(type, (values.meta ?? {}) as Record<string, unknown>, known, ctx);
      values.meta = next.plain;
      const encrypted = JSON.stringify(next.encrypted);
      if (encrypted !== JSON.stringify(known?.encrypted ?? {})) values.secrets = encrypted;
    },
    async written(ctx, { row, before }) {
      if (row.is_default === true && before?.is_default !== true) await becomeDefault(ctx, table, deps, row);
      if (table === 'replay_storages') await tryAnew(ctx, String(row.id));
    },
    async deleting(ctx, rows) {
      if (rows.some((row) => isBuiltIn(row) || row.is_default === true)) throw new CodedError('storage_in_use');
      if (
        await inUse(
          ctx,
          uses,
          rows.map((row) => String(row.name)),
        )
      )
        throw new CodedError('storage_in_use');
      // What lies there would be nobody's.
      const ids = rows.map((row) => String(row.id));
      if (table === 'replay_storages' && (await holdsObjects(ctx, ids))) throw new CodedError('storage_in_use');
      return undefined;
    },
    ...(table === 'replay_storages' ? { computed: progress } : {}),
    actions: {
      async test(ctx, _request, row) {
        // Of one storage: the kernel found its row, without its secret.
        const found = await storages(ctx, table)
          .where('id', '=', String((row as Row).id))
          .executeTakeFirst();
        if (!found) throw new CodedError('not_found');
        return tested(ctx, deps.tools, found);
      },
    },
  };
}

const idsOf = (rows: readonly Row[]): string[] => rows.map(({ id }) => String(id));

/** What is on its way to each storage, and what is wrong. */
const progress: NonNullable<Behaviour['computed']> = {
  async waiting(ctx, rows) {
    const known = await onTheirWay(ctx, idsOf(rows));
    return new Map(idsOf(rows).map((id) => [id, known.get(id)?.waiting ?? 0]));
  },
  async last_error(ctx, rows) {
    const ids = idsOf(rows);
    const [ofStorages, ofFiles] = [await errorsOf(ctx, ids), await onTheirWay(ctx, ids)];
    return new Map(ids.map((id) => [id, ofStorages.get(id) || ofFiles.get(id)?.error || '']));
  },
};

async function inUse(ctx: Context, uses: 'command_storage' | 'replay_storage', names: readonly string[]): Promise<boolean> {
  return anyRow(
    ctx.tx
      .selectFrom('terminals')
      .where(({ ref }) => among(ref(uses), names))
      .where('date_revoked', 'is', null),
  );
}

async function secretsOf(ctx: Context, table: StorageTable, id: string): Promise<Record<string, string>> {
  const found = await storages(ctx, table).where('id', '=', id).executeTakeFirst();
  return secretsIn(ctx, found?.secrets);
}
