import { LICENSED_TYPES } from '@postern/contract/licence';
import { ASSET_TYPES, type AssetType, CATEGORIES, CATEGORY_LABELS } from '@postern/contract/platforms';
import { PROTOCOLS } from '@postern/contract/protocols';
import { render, text } from '@postern/contract/text';
import {
  type Context,
  FLAG_SCHEMA,
  INTEGER_SCHEMA,
  listSchema,
  objectSchema,
  type Route,
  recordSchema,
  type Schema,
  type Shape,
  TEXT_SCHEMA,
} from '@postern/resource';
import { detail } from '../../platform/routes/detail.ts';
import { ownList } from '../../platform/routes/list.ts';
import { answerShape, shown, WORDS } from '../../platform/shown.ts';
import { word } from '../nodes/index.ts';
import { AUTOMATION_METHODS, methodsFor } from './automation-methods.ts';
import { methodName } from './method-names.ts';
import { customType, type Licensed } from './platform.behaviour.ts';
import { customPlatformTypes } from './platform.queries.ts';
import { platform } from './platform.resource.ts';

const LIMITED = ['ping', 'gather_facts', 'gather_accounts', 'verify_account', 'change_secret', 'push_account'] as const;

/** What forms need to know about a type (docs/wire/assets.md#what-a-type-allows). */
export function constraintsOf(ctx: Context, type: AssetType): Record<string, unknown> {
  const automation: Record<string, unknown> = { ansible_enabled: type.automations.length > 0, ansible_config: type.ansibleConfig };
  for (const name of LIMITED) {
    const enabled = type.automations.includes(name);
    automation[`${name}_enabled`] = enabled;
    if (enabled)
      automation[`${name}_methods`] = methodsFor(type, name).map(({ id }) => ({ id, name: render(methodName(id), ctx.language) }));
  }
  return {
    charset_enabled: type.charset,
    ...(type.charset ? { charset: 'utf-8' } : {}),
    domain_enabled: type.domain,
    su_enabled: type.su,
    ...(type.suMethods.length > 0 ? { su_methods: type.suMethods } : {}),
    protocols: type.protocols.map((name, index) => ({
      name,
      port: PROTOCOLS[name]?.port ?? 0,
      secret_types: PROTOCOLS[name]?.secretTypes ?? ['password'],
      setting: Object.fromEntries(Object.entries(PROTOCOLS[name]?.settings ?? {}).map(([key, one]) => [key, one.default])),
      ...(PROTOCOLS[name]?.required ? { required: true } : {}),
      ...(PROTOCOLS[name]?.portFromAddress ? { port_from_addr: true } : {}),
      ...(index === 0 ? { default: true } : {}),
    })),
    automation,
  };
}

/** Types of custom platforms exist only as rows; their protocols are the union over the platforms of the type. */
const customTypes = async (ctx: Context): Promise<AssetType[]> =>
  (await customPlatformTypes(ctx)).map((row) => customType(row.type, row.protocols));

const wireType = (ctx: Context, type: AssetType) => ({
  label: render(type.label, ctx.language),
  value: type.value,
  category: type.category,
  constraints: constraintsOf(ctx, type),
});

const user = { allow: 'user' } as const;
const rows = { of: [platform] } as const;
const CATEGORY = text('Category', '类别', 'カテゴリー');

const METHODS = listSchema(objectSchema({ id: TEXT_SCHEMA, name: TEXT_SCHEMA }));
const CONSTRAINTS = objectSchema(
  {
    charset_enabled: FLAG_SCHEMA,
    domain_enabled: FLAG_SCHEMA,
    su_enabled: FLAG_SCHEMA,
    protocols: listSchema(
      objectSchema(
        { name: TEXT_SCHEMA, port: INTEGER_SCHEMA, secret_types: listSchema(TEXT_SCHEMA), setting: { type: 'object' } },
        { required: FLAG_SCHEMA, port_from_addr: FLAG_SCHEMA, default: FLAG_SCHEMA },
      ),
    ),
    automation: objectSchema(
      { ansible_enabled: FLAG_SCHEMA, ...Object.fromEntries(LIMITED.map((name) => [`${name}_enabled`, FLAG_SCHEMA])) },
      { ansible_config: { type: 'object' }, ...Object.fromEntries(LIMITED.map((name) => [`${name}_methods`, METHODS])) },
    ),
  },
  { charset: TEXT_SCHEMA, su_methods: listSchema(TEXT_SCHEMA) },
);
/** Usual parameters of a method. */
const PARAMS = recordSchema({ oneOf: [TEXT_SCHEMA, listSchema(TEXT_SCHEMA)] });

/** Of a type that nobody knows, nothing. */
const ASKED_CONSTRAINTS: Schema = { ...CONSTRAINTS, required: [] };
const TYPES = listSchema(objectSchema({ label: TEXT_SCHEMA, value: TEXT_SCHEMA, category: TEXT_SCHEMA, constraints: CONSTRAINTS }));

const typeShape: Shape = {
  title: text('Types', '类型', '種類'),
  fields: {
    label: shown(WORDS.label),
    value: shown(WORDS.value),
    category: shown(CATEGORY),
    constraints: shown(text('Constraints', '约束', '制約'), 'field', { answered: CONSTRAINTS }),
  },
};

/** Types that can be chosen now: those of the community set without a licence. */
async function offeredTypes(ctx: Context, licensed: Licensed): Promise<AssetType[]> {
  const all = [...ASSET_TYPES, ...(await customTypes(ctx))];
  return licensed(ctx.clock()) ? all : all.filter((type) => !LICENSED_TYPES.has(type.value));
}

export const categoryRoutes = (licensed: Licensed): readonly Route[] => [
  ownList({
    path: '/api/v1/assets/categories/',
    name: 'assets.category.list',
    who: user,
    rows,
    answer: {
      title: text('Categories', '类别', 'カテゴリー'),
      fields: { label: shown(WORDS.label), value: shown(WORDS.value), types: shown(WORDS.type, 'field', { answered: TYPES }) },
    },
    whole: true,
    async items(ctx) {
      const types = await offeredTypes(ctx, licensed);
      const categories = CATEGORIES.map((value) => ({
        label: render(CATEGORY_LABELS[value], ctx.language),
        value,
        types: types.filter((type) => type.category === value).map((type) => wireType(ctx, type)),
      }));
      return categories.filter((category) => category.types.length > 0);
    },
  }),
  ownList({
    path: '/api/v1/assets/categories/types/',
    name: 'assets.category.types',
    who: user,
    rows,
    answer: typeShape,
    whole: true,
    items: (ctx) => offeredTypes(ctx, licensed),
    wire: (type, ctx) => wireType(ctx, type),
  }),
  detail({
    path: '/api/v1/assets/categories/constraints/',
    name: 'assets.category.constraints',
    answer: answerShape(ASKED_CONSTRAINTS),
    who: user,
    rows,
    query: { category: word(CATEGORY), type: word(WORDS.type) },
    async show(ctx, { query }) {
      const types = [...ASSET_TYPES, ...(await customTypes(ctx))];
      const type = types.find((one) => one.value === query.type && one.category === query.category);
      return type ? constraintsOf(ctx, type) : {};
    },
  }),
  detail({
    path: '/api/v1/assets/platform-automation-methods/',
    name: 'assets.platform.methods',
    answer: answerShape(recordSchema(PARAMS)),
    who: user,
    rows: { none: 'the methods of this version' },
    show: () => Object.fromEntries(AUTOMATION_METHODS.flatMap(({ id, params }) => (params ? [[id, params]] : []))),
  }),
];
