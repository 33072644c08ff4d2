import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { render, text } from '@postern/contract/text';
import { type Behaviour, type Context, ok, type Reply, type Row, type Values } from '@postern/resource';
import { requireRight } from '../../platform/http/policy.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { secretsIn } from '../../platform/secrets/encrypted-record.ts';
import {
  type CommandLogs,
  ELASTIC,
  ElasticError,
  type ElasticMeta,
  logOf,
  placeOf,
  prepareIndex,
  shipAnew,
  waitingCount,
  writeName,
} from '../command-log/index.ts';
import { readElasticMeta } from './elastic-meta.ts';
import { chosenStorage, storageConfig, storages } from './stored.ts';

/** Command storages that are search engines, beside the rules of all storages (docs/decisions/0104). */

const WORKS = text(
  '{engine} answered. Index: {index}. Commands there: {stored}; waiting here: {waiting}.',
  '{engine} 已响应。索引：{index}。已存命令：{stored}；待传：{waiting}。',
  '{engine} が応答しました。インデックス：{index}。保存済みコマンド：{stored}、待機中：{waiting}。',
);
const FAILS = text('The storage cannot be used: {detail}', '存储不可用：{detail}', '保存先を使えません：{detail}');

export interface CommandStorageDeps {
  outbound: Outbound;
  logs: CommandLogs;
  timeZone: string;
}

const found = (ctx: Context, id: unknown) => storages(ctx, 'command_storages').where('id', '=', String(id)).executeTakeFirst();
type Stored = NonNullable<Awaited<ReturnType<typeof found>>>;
const metaOf = (row: Pick<Stored, 'meta'>): ElasticMeta => row.meta as unknown as ElasticMeta;

async function tested(ctx: Context, { logs }: CommandStorageDeps, row: Stored): Promise<Reply> {
  try {
    const { engine, stored, waiting } = await logs.tried(ctx, logOf(ctx, row));
    return ok({ is_valid: true, msg: render(WORKS, ctx.language, { engine, index: metaOf(row).INDEX, stored, waiting }) });
  } catch (error) {
    if (!(error instanceof ElasticError)) throw error;
    return ok({ is_valid: false, msg: render(FAILS, ctx.language, { detail: error.detail }) });
  }
}

export function commandStorageBehaviour(base: Behaviour, deps: CommandStorageDeps): Behaviour {
  return {
    ...base,
    async prepare(ctx, write) {
      const { values, before } = write;
      const given = values.meta as Values | undefined;
      if ((before?.type ?? values.type) !== ELASTIC) return base.prepare?.(ctx, write);
      delete values.meta;
      await base.prepare?.(ctx, write);
      delete values.meta;
      if (before && given === undefined) return;
      const stored = before && (await found(ctx, before.id));
      const known = stored && { meta: metaOf(stored), secrets: secretsIn(ctx, stored.secrets) };
      const { meta, secrets } = readElasticMeta(given ?? {}, known, ctx);
      try {
        await prepareIndex(deps.outbound, placeOf(meta, secrets), ctx.clock(), deps.timeZone);
      } catch (error) {
        if (error instanceof ElasticError) throw new CodedError('invalid_elasticsearch', { detail: error.detail });
        throw error;
      }
      values.meta = meta;
      if (JSON.stringify(secrets) !== JSON.stringify(known?.secrets ?? {})) values.secrets = JSON.stringify(secrets);
    },
    async written(ctx, write) {
      await base.written?.(ctx, write);
      if (write.row.type === ELASTIC) await shipAnew(ctx, String(write.row.id));
    },
    async deleting(ctx, rows, removal) {
      for (const { id } of rows) if ((await waitingCount(ctx, String(id))) > 0) throw new CodedError('storage_has_waiting');
      return base.deleting?.(ctx, rows, removal);
    },
    actions: {
      ...base.actions,
      async test(ctx, request, row) {
        const one = await found(ctx, (row as Row).id);
        if (one?.type === ELASTIC) return tested(ctx, deps, one);
        const test = base.actions?.test;
        if (!test) throw new CodedError('not_found');
        return test(ctx, request, row);
      },
    },
  };
}

/**
 * What a component is told of its storages. A search engine and its credentials are told to an approved component of others for which
 * somebody chose it; everybody else hands commands to the server, which takes them there.
 */
export const componentConfig =
  ({ timeZone }: Pick<CommandStorageDeps, 'timeZone'>) =>
  async (ctx: Context, own: Parameters<typeof storageConfig>[1]) => {
    const told: { command: { TYPE: string; [key: string]: unknown }; replay: { TYPE: string; [key: string]: unknown } } =
      await storageConfig(ctx, own);
    const { component } = ctx.actor;
    if (!component?.approved) return told;
    const log = await ctx.tx
      .selectFrom('terminals as t')
      .innerJoin('command_storages as s', 's.name', 't.command_storage')
      .select(['s.id', 's.name', 's.meta', 's.secrets'])
      .where('t.id', '=', component.id)
      .where('t.methods', 'is', null)
      .where('s.type', '=', ELASTIC)
      .executeTakeFirst();
    if (!log) return told;
    const meta = log.meta as unknown as ElasticMeta;
    const secrets = secretsIn(ctx, log.secrets);
    const withLogin = (origin: string): string => {
      const login = secrets[origin];
      if (!login) return origin;
      const [name = '', ...rest] = login.split(':');
      return origin.replace('//', `//${encodeURIComponent(name)}:${encodeURIComponent(rest.join(':'))}@`);
    };
    const command = {
      TYPE: ELASTIC,
      HOSTS: meta.HOSTS.map(withLogin),
      // Components write to one index; today's is told where there is one a day.
      INDEX: writeName(placeOf(meta, secrets), ctx.clock(), timeZone),
      INDEX_BY_DATE: meta.INDEX_BY_DATE,
      DOC_TYPE: meta.DOC_TYPE,
      OTHER: { IGNORE_VERIFY_CERTS: false },
    };
    return { ...told, command };
  };

/** As `chosenStorage`, also for search engines: those everybody can be given, as the server writes for our own. @throws InvalidInput, CodedError */
export async function chosenOfAny(ctx: Context, kind: 'command' | 'replay', given: unknown, own: boolean): Promise<string> {
  if (kind === 'replay') return chosenStorage(ctx, kind, given, own);
  const name = String(given).slice(0, 128);
  const id = parseUuid(name);
  const log = await storages(ctx, 'command_storages')
    .where((eb) => eb.or([eb('name', '=', name), ...(id ? [eb('id', '=', id)] : [])]))
    .where('type', '=', ELASTIC)
    .orderBy((eb) => eb('name', '=', name), 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!log) return chosenStorage(ctx, kind, given, own);
  // Choosing it sends its credentials to the component, or commands there.
  requireRight(ctx, 'terminal.change_commandstorage');
  return log.name;
}
