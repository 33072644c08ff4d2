import { randomUUID } from 'node:crypto';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { render, type Text, text } from '@postern/contract/text';
import { among, type Behaviour, type Context, eb, ok, type Reply, type Row } from '@postern/resource';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import { BucketError, putObject, removeObject } from './s3.ts';
import { readMeta } from './storage-types.ts';
import { bucketOf, decryptedSecrets, type StorageTable, type StoredStorage, storages } from './stored.ts';

const WORKS = text('The storage works.', '存储可用。', '保存先は使えます。');
const FAILS = text('The storage cannot be used: {detail}', '存储不可用：{detail}', '保存先を使えません：{detail}');

const rendered = (ctx: Context, words: Text, detail = ''): string => render(words, ctx.language, { detail });

/** Writes a small object and takes it away again. What went wrong is told as a word; never a key. */
async function tested(ctx: Context, outbound: Outbound, row: StoredStorage): Promise<Reply> {
  if (row.type === 'null' || row.type === 'server') return ok({ is_valid: true, msg: rendered(ctx, WORKS) });
  const bucket = bucketOf(ctx, row);
  const name = `postern-test-${randomUUID()}.txt`;
  try {
    await putObject(outbound, bucket, name, 'test');
    await removeObject(outbound, bucket, name);
  } catch (error) {
    if (error instanceof BucketError) return ok({ is_valid: false, msg: rendered(ctx, FAILS, error.detail) });
    if (error instanceof OutboundError) return ok({ is_valid: false, msg: rendered(ctx, FAILS, `${error.why} ${error.detail}`.trim()) });
    throw error;
  }
  return ok({ is_valid: true, msg: rendered(ctx, WORKS) });
}

const isBuiltIn = (row: Row): boolean => row.type === 'null' || row.type === 'server';

/** Rules of both kinds of storages (docs/decisions/0081). `uses` is the column in which components name one. */
export function storageBehaviour(table: StorageTable, uses: 'command_storage' | 'replay_storage', outbound: Outbound): Behaviour {
  return {
    filters: {
      // Consoles that let people choose a log to read leave the one out that keeps nothing.
      real: (_ctx, value) => (value === 'true' ? eb('t.type', '<>', 'null') : undefined),
    },
    async prepare(ctx, { verb, values, before, body }) {
      const wanted = body.is_default;
      if (wanted !== undefined && wanted !== null && wanted !== (before?.is_default ?? false))
        throw InvalidInput.on('is_default', 'storage_not_default');
      delete values.is_default;
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
      return undefined;
    },
    actions: {
      async test(ctx, _request, row) {
        // Of one storage: the kernel found its row, without its secret.
        const found = await storages(ctx, table)
          .where('id', '=', String((row as Row).id))
          .executeTakeFirst();
        if (!found) throw new CodedError('not_found');
        return tested(ctx, outbound, found);
      },
    },
  };
}

async function inUse(ctx: Context, uses: 'command_storage' | 'replay_storage', names: readonly string[]): Promise<boolean> {
  const one = await ctx.tx
    .selectFrom('terminals')
    .select('id')
    .where(({ ref }) => among(ref(uses), names))
    .where('date_revoked', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return one !== undefined;
}

async function secretsOf(ctx: Context, table: StorageTable, id: string): Promise<Record<string, string>> {
  const found = await storages(ctx, table).where('id', '=', id).executeTakeFirst();
  return decryptedSecrets(ctx, found?.secrets);
}
