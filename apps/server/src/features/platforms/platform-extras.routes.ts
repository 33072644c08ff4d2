import type { FieldInfo, FieldType, ResourceMetadata } from '@postern/contract/metadata';
import { PROTOCOLS, type SettingType } from '@postern/contract/protocols';
import { render, text } from '@postern/contract/text';
import { type Context, can, list, ok, type Route, route } from '@postern/resource';
import { looseIds } from '../../platform/fields.ts';
import { question } from '../../platform/routes/question.ts';
import { WORDS } from '../../platform/shown.ts';
import { word } from '../nodes/index.ts';
import { methodForms } from './method-params.ts';
import { platformsOf } from './platform.queries.ts';
import { platform } from './platform.resource.ts';

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
  auto: text('By category', '按类别', 'カテゴリに従う'),
  secure: text('Secure', '安全', '安全'),
  compatible: text('Compatible', '兼容', '互換'),
  legacy: text('Legacy', '旧设备', '旧方式'),
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

const metadata = (name: string, actions: ResourceMetadata['actions']): ResourceMetadata => ({
  name,
  description: '',
  renders: ['application/json'],
  parses: ['application/json'],
  actions,
});

const DESCRIBED = { method: 'OPTIONS', who: { allow: 'user' } } as const;

export const platformExtraRoutes: readonly Route[] = [
  route({
    ...DESCRIBED,
    path: '/api/v1/assets/protocol-settings/',
    name: 'assets.protocolSetting.metadata',
    rows: { none: 'the protocols of this version' },
    query: { name: word(WORDS.name) },
    handle: async (ctx, { query }) => ok(metadata('Protocol settings', { POST: { setting: settingInfo(ctx, query.name) } })),
  }),
  route({
    ...DESCRIBED,
    path: '/api/v1/assets/platform-automation-methods/',
    name: 'assets.platform.methodForms',
    rows: { none: 'the methods of this version' },
    handle: async (ctx) => ok(metadata('Automation methods', { GET: methodForms(ctx) })),
  }),
  // Platforms used by some assets, those below the given nodes included.
  question({
    path: '/api/v1/assets/platforms/filter-nodes-assets/',
    name: 'assets.platform.used',
    answer: { rows: 'platform', view: 'list' },
    who: can('assets.view_platform'),
    rows: { of: [platform] },
    bodyOptional: true,
    body: { asset_ids: looseIds(WORDS.asset, { max: 10_000 }), node_ids: looseIds(WORDS.node, { max: 10_000 }) },
    async tell(ctx, { body, request, kernel }) {
      const ids = await platformsOf(ctx, body.asset_ids, body.node_ids);
      return list(kernel, kernel.byName('platform'), ctx, { query: { ids: ids.join(',') || '0' }, url: request.url });
    },
  }),
];
