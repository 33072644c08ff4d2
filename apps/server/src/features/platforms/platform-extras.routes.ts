import { InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import type { FieldInfo, FieldType, ResourceMetadata } from '@postern/contract/metadata';
import { PROTOCOLS, type SettingType } from '@postern/contract/protocols';
import { render, text } from '@postern/contract/text';
import { type Context, can, type Kernel, list, ok, type Route } from '@postern/resource';
import { sql } from 'kysely';
import { methodForms } from './method-params.ts';

const types: Readonly<Record<SettingType, FieldType>> = {
  boolean: 'boolean',
  string: 'string',
  text: 'string',
  choice: 'choice',
  list: 'json',
};
/** Choices that are words; the others are names of what the protocol knows, the same in every language. */
const choiceWords: Readonly<Record<string, ReturnType<typeof text>>> = {
  no: text('Off', '关闭', 'しない'),
  basic: text('Basic', '基本', '基本'),
  script: text('Script', '脚本', 'スクリプト'),
  any: text('Any', '任意', '任意'),
};
const wordOf = (ctx: Context, value: string): string => {
  const words = choiceWords[value];
  return words ? render(words, ctx.language) : value;
};

const settings = text('Settings', '设置', '設定');

/** What the form of a protocol's settings is drawn from (docs/wire/assets.md#protocols). */
function settingInfo(ctx: Context, protocol: string): FieldInfo {
  const children = Object.entries(PROTOCOLS[protocol]?.settings ?? {}).map(([name, one]): [string, FieldInfo] => [
    name,
    {
      type: types[one.type],
      required: false,
      default: one.default,
      read_only: false,
      label: render(one.label, ctx.language),
      write_only: false,
      ...(one.choices ? { choices: one.choices.map((value) => ({ value, label: wordOf(ctx, value) })) } : {}),
    },
  ]);
  return {
    type: 'nested object',
    required: false,
    read_only: false,
    label: render(settings, ctx.language),
    write_only: false,
    children: Object.fromEntries(children),
  };
}

function idList(given: unknown, field: string): string[] {
  if (given === undefined) return [];
  if (!Array.isArray(given)) throw InvalidInput.on(field, 'not_a_list');
  if (given.length > 10_000) throw InvalidInput.on(field, 'too_many', { max: 10_000 });
  return given.flatMap((id) => parseUuid(id) ?? []);
}

/** Platforms used by some assets, those below the given nodes included. */
async function platformsUsed(kernel: Kernel, ctx: Context, body: Record<string, unknown>, url: URL): Promise<unknown> {
  const assets = idList(body.asset_ids, 'asset_ids');
  const nodes = idList(body.node_ids, 'node_ids');
  const { rows } = await sql<{ platform_id: number }>`
    select distinct a.platform_id from assets a
    where ${ctx.org.isRoot ? sql`true` : sql`a.org_id = ${ctx.org.id}`} and (a.id = any(${assets}::uuid[]) or a.id in (
      select l.asset_id from nodes g join nodes n on (n.key || ':') ~>=~ (g.key || ':') and (n.key || ':') ~<~ (g.key || ';')
      join asset_nodes l on l.node_id = n.id where g.id = any(${nodes}::uuid[])))`.execute(ctx.tx);
  const ids = rows.map((row) => row.platform_id).join(',') || '0';
  return list(kernel, kernel.byName('platform'), ctx, { query: { ids }, url });
}

const metadata = (name: string, actions: ResourceMetadata['actions']): ResourceMetadata => ({
  name,
  description: '',
  renders: ['application/json'],
  parses: ['application/json'],
  actions,
});

export const platformExtraRoutes = (kernel: () => Kernel): readonly Route[] => [
  {
    method: 'OPTIONS',
    path: '/api/v1/assets/protocol-settings/',
    name: 'assets.protocolSetting.metadata',
    policy: { allow: 'user' },
    async handle(ctx, { query }) {
      const setting = settingInfo(ctx, query.name ?? '');
      return ok(metadata('Protocol settings', { POST: { setting } }));
    },
  },
  {
    method: 'OPTIONS',
    path: '/api/v1/assets/platform-automation-methods/',
    name: 'assets.platform.methodForms',
    policy: { allow: 'user' },
    handle: async (ctx) => ok(metadata('Automation methods', { GET: methodForms(ctx) })),
  },
  {
    method: 'POST',
    path: '/api/v1/assets/platforms/filter-nodes-assets/',
    name: 'assets.platform.used',
    policy: can('assets.view_platform'),
    handle: async (ctx, { body, url }) => ok(await platformsUsed(kernel(), ctx, (body ?? {}) as Record<string, unknown>, url)),
  },
];
