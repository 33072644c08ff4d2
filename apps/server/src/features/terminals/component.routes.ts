import type { TerminalConfig } from '@postern/contract/component';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { problemsOf } from '@postern/contract/issues';
import { text } from '@postern/contract/text';
import {
  type Context,
  can,
  FLAG_SCHEMA,
  listSchema,
  objectSchema,
  ok,
  type Route,
  type Schema,
  type Shape,
  TEXT_SCHEMA,
} from '@postern/resource';
import type { z } from 'zod';
import { parsedBody } from '../../platform/parsed-body.ts';
import { detail } from '../../platform/routes/detail.ts';
import { ownList } from '../../platform/routes/list.ts';
import { report } from '../../platform/routes/report.ts';
import { settingSchema } from '../../platform/settings/setting-schema.ts';
import type { SettingsStore } from '../../platform/settings/store.ts';
import { answerShape, shown, WORDS } from '../../platform/shown.ts';
import { hostKey } from './registration.routes.ts';
import { aliveStatus, heartbeat, type KeepAlive, loadOf, recordHeartbeat } from './status.ts';
import { pendingTasks } from './task.resource.ts';
import { type TerminalRow, terminal } from './terminal.resource.ts';

/** The component behind a service account; refused when it has none. */
export async function ownTerminal(
  ctx: Context,
): Promise<Pick<TerminalRow, 'id' | 'name' | 'type' | 'command_storage' | 'replay_storage' | 'methods'>> {
  const found = await ctx.tx
    .selectFrom('terminals')
    .select(['id', 'name', 'type', 'command_storage', 'replay_storage', 'methods'])
    .where('user_id', '=', ctx.actor.id)
    .executeTakeFirst();
  if (!found) throw new CodedError('permission_denied');
  return found;
}

/** Takes a heartbeat and answers the orders that wait. Throws InvalidInput for one that cannot be read. */
export async function heartbeatAnswer(
  ctx: Context,
  terminalId: string,
  parsed: z.ZodSafeParseResult<z.output<typeof heartbeat>>,
  keepAlive: KeepAlive,
) {
  if (!parsed.success) throw new InvalidInput(problemsOf(parsed.error, 'sessions'));
  await recordHeartbeat(ctx, terminalId, parsed.data, keepAlive);
  return pendingTasks(ctx, terminalId);
}

const CONFIG_KEYS = [
  'TERMINAL_ASSET_LIST_PAGE_SIZE',
  'TERMINAL_ASSET_LIST_SORT_BY',
  'TERMINAL_HEADER_TITLE',
  'TERMINAL_PASSWORD_AUTH',
  'TERMINAL_PUBLIC_KEY_AUTH',
  'TERMINAL_BROWSER_AUTH',
  'TERMINAL_HEARTBEAT_INTERVAL',
  'TERMINAL_TELNET_REGEX',
  'TERMINAL_GRAPHICAL_RESOLUTION',
  'TERMINAL_KOKO_SSH_ENABLED',
  'TERMINAL_MAGNUS_ENABLED',
  'TERMINAL_RAZOR_ENABLED',
  'TERMINAL_OMNIDB_ENABLED',
  'TERMINAL_RECONNECT_SECONDS',
  'TERMINAL_WATCH_NOTICE',
  'SECURITY_MAX_IDLE_TIME',
  'SECURITY_MAX_SESSION_TIME',
  'SECURITY_SESSION_SHARE',
  'FTP_FILE_MAX_STORE',
] as const;

const metricsShape: Shape = {
  title: text('Load of components', '组件负载', 'コンポーネントの負荷'),
  fields: {
    type: shown(WORDS.type),
    normal: shown(text('Normal', '正常', '正常'), 'integer'),
    high: shown(text('High', '高负载', '高負荷'), 'integer'),
    critical: shown(text('Critical', '严重', '危険'), 'integer'),
    offline: shown(text('Offline', '离线', 'オフライン'), 'integer'),
    total: shown(text('Total', '总数', '合計'), 'integer'),
    session_active: shown(text('Sessions', '会话', 'セッション'), 'integer'),
  },
};

export interface ComponentStorage {
  /** What the calling component is told of its storages. */
  config(
    ctx: Context,
    own: { command_storage: string; replay_storage: string; methods: readonly string[] | null },
  ): Promise<{ command: { TYPE: string; [key: string]: unknown }; replay: { TYPE: string; [key: string]: unknown } }>;
  /** The name under which a component keeps a storage that somebody chose for it. @throws InvalidInput, CodedError */
  chosen(ctx: Context, kind: 'command' | 'replay', given: unknown, own: boolean): Promise<string>;
}

interface ComponentDeps {
  settings: SettingsStore;
  storages: ComponentStorage;
  keepAlive: KeepAlive;
}

const ordersShape = answerShape(
  listSchema(
    objectSchema({
      id: TEXT_SCHEMA,
      name: { enum: ['kill_session', 'lock_session', 'unlock_session'] },
      args: TEXT_SCHEMA,
      kwargs: { type: 'object', properties: { terminated_by: TEXT_SCHEMA, reason: TEXT_SCHEMA, note: TEXT_SCHEMA } },
      is_finished: FLAG_SCHEMA,
    }),
  ),
  'terminal.orders',
);
const STORAGE: Schema = { ...objectSchema({ TYPE: TEXT_SCHEMA }), additionalProperties: true };
const configShape = answerShape(
  objectSchema({
    ...Object.fromEntries(CONFIG_KEYS.map((key) => [key, settingSchema(key)])),
    TERMINAL_SESSION_KEEP_DURATION: settingSchema('TERMINAL_SESSION_KEEP_DURATION'),
    TERMINAL_HOST_KEY: TEXT_SCHEMA,
    ANNOUNCEMENT: settingSchema('ANNOUNCEMENT'),
    TERMINAL_COMMAND_STORAGE: STORAGE,
    TERMINAL_REPLAY_STORAGE: STORAGE,
  }),
);

const OWN = { own: 'the component that calls, and its sessions and orders' } as const;

/** A sign of life. Read as on the task channel, whose shape it has: some tens of thousands of sessions, and figures that may be anything. */
const status = (path: string, { keepAlive }: ComponentDeps): Route =>
  report({
    method: 'POST',
    path,
    name: `terminal.status.create@${path}`,
    status: 201,
    answer: ordersShape,
    rows: OWN,
    body: parsedBody(heartbeat),
    take: async (ctx, { body }) => ok(await heartbeatAnswer(ctx, (await ownTerminal(ctx)).id, body, keepAlive), 201),
  });

const config = ({ settings, storages }: ComponentDeps): Route =>
  detail({
    path: '/api/v1/terminal/terminals/config/',
    name: 'terminal.terminal.config',
    answer: configShape,
    who: can('terminal.view_terminalconfig'),
    rows: OWN,
    // The first call makes the host key.
    transaction: true,
    async show(ctx) {
      const { command, replay } = await storages.config(ctx, await ownTerminal(ctx));
      const answer: TerminalConfig = {
        ...(Object.fromEntries(CONFIG_KEYS.map((key) => [key, settings.get(key)])) as Pick<TerminalConfig, (typeof CONFIG_KEYS)[number]>),
        TERMINAL_SESSION_KEEP_DURATION: settings.get('TERMINAL_SESSION_KEEP_DURATION'),
        TERMINAL_HOST_KEY: await hostKey(ctx, settings),
        ANNOUNCEMENT: settings.get('ANNOUNCEMENT_ENABLED') ? settings.get('ANNOUNCEMENT') : {},
        TERMINAL_COMMAND_STORAGE: command,
        TERMINAL_REPLAY_STORAGE: replay,
      };
      return answer;
    },
  });

/** Ours: a component that waits asks whether it may work by now (decision 0069). */
const own = report({
  method: 'GET',
  path: '/api/v1/terminal/registrations/own/',
  name: 'terminal.registration.own',
  answer: answerShape(objectSchema({ id: TEXT_SCHEMA, name: TEXT_SCHEMA, type: TEXT_SCHEMA, approved: FLAG_SCHEMA })),
  rows: OWN,
  async take(ctx) {
    const { id, name, type } = await ownTerminal(ctx);
    return ok({ id, name, type, approved: ctx.actor.component?.approved === true });
  },
});

const metrics = ownList({
  path: '/api/v1/terminal/components/metrics/',
  name: 'terminal.component.metrics',
  who: can('terminal.view_terminal'),
  rows: { of: [terminal] },
  answer: metricsShape,
  whole: true,
  async items(ctx) {
    const alive = await aliveStatus(ctx);
    const rows = await ctx.tx.selectFrom('terminals').select(['id', 'type']).execute();
    const types = [...new Set(rows.map((row) => row.type))].sort();
    return types.map((type) => {
      const those = rows.filter((row) => row.type === type);
      const loads = those.map((row) => loadOf(alive.get(row.id)));
      const count = (load: string) => loads.filter((one) => one === load).length;
      return {
        type,
        normal: count('normal'),
        high: count('high'),
        critical: count('critical'),
        offline: count('offline'),
        total: those.length,
        session_active: those.reduce((sum, row) => sum + (alive.get(row.id)?.session_online ?? 0), 0),
      };
    });
  },
});

export const componentRoutes = (deps: ComponentDeps): Route[] => [
  ...['/api/v1/terminal/terminals/status/', '/api/v1/terminal/status/', '/api/v1/terminal/terminals/:id/status/'].map((path) =>
    status(path, deps),
  ),
  config(deps),
  own,
  metrics,
];
