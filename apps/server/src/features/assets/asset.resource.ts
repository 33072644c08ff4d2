import type { Category } from '@postern/contract/platforms';
import { text as words } from '@postern/contract/text';
import { and, defineResource, deriveResource, eb, narrowedRows, type ResourceDefinition, type Rows, rowsOf } from '@postern/resource';
import { assetFields, cloudFields, commonFacts, customFields, databaseFields, gptFields, hostFields, webFields } from './asset.fields.ts';

/**
 * All assets, whatever their category (docs/wire/assets.md#assets). They are made at the URL of their category, because each
 * has fields of its own; rows of all categories share one table and one id space.
 */
export const asset = defineResource({
  name: 'asset',
  app: 'assets',
  path: 'assets',
  table: 'assets',
  label: words('Asset', '资产', 'アセット'),
  labelPlural: words('Assets', '资产', 'アセット'),
  scope: 'org',
  verbs: ['list', 'retrieve', 'update', 'delete'],
  drawn: ['create'],
  base: ['created_by', 'date_created'],
  fields: { ...assetFields, ...commonFacts },
  columns: {
    host_keys_forgotten: 'integer not null default 0',
    /** Of its platform, written by triggers (migration 0098): lists of one category walk an index of their own. */
    category: "text not null default ''",
  },
  order: 'name',
  orderable: ['name', 'connectivity', 'platform', 'date_updated'],
  mini: ['id', 'name', 'address'],
  small: ['id', 'name', 'address', 'is_active', 'comment'],
  suggestions: 'assets.match_asset',
  indexes: ['name', 'org_id, date_updated desc, id', 'org_id, category, name', 'category, name', 'platform_id, name'],
  shortWords: true,
});

/** A protocol that an asset speaks, and at which port; null where it is known of the protocol alone. */
export interface AssetProtocol {
  name: string;
  port: number | null;
}

declare module '@postern/resource/database' {
  interface Columns {
    'assets.protocols': readonly AssetProtocol[] | null;
  }
}

export const assetRows = rowsOf(asset);

/** Assets of a category, or those of one platform in it. */
export const kindRows = (category: Category, platform?: string): Rows =>
  narrowedRows(assetRows, (_ctx, t) => {
    // One value, so that the index of platforms is used: names are unique.
    const named = platform && eb.selectFrom('platforms').select('id').where('name', '=', platform);
    return and(eb(t('category'), '=', category), named ? eb(t('platform_id'), '=', named) : undefined);
  });

const derive = (
  change: Pick<ResourceDefinition, 'name' | 'path' | 'label' | 'labelPlural'> & Partial<ResourceDefinition>,
): ResourceDefinition & Pick<typeof asset, 'table'> => ({
  ...deriveResource(asset, { verbs: ['list', 'retrieve', 'create', 'update', 'delete'], drawn: [], ...change }),
  table: asset.table,
});

export const CATEGORY_RESOURCES = {
  host: derive({
    name: 'host',
    path: 'hosts',
    label: words('Host', '主机', 'ホスト'),
    labelPlural: words('Hosts', '主机', 'ホスト'),
    fields: hostFields,
    foreignFiles: new URL('./machine-lists/foreign-hosts.ts', import.meta.url),
  }),
  device: derive({
    name: 'device',
    path: 'devices',
    label: words('Device', '网络设备', 'ネットワーク機器'),
    labelPlural: words('Devices', '网络设备', 'ネットワーク機器'),
  }),
  database: derive({
    name: 'database',
    path: 'databases',
    label: words('Database', '数据库', 'データベース'),
    labelPlural: words('Databases', '数据库', 'データベース'),
    fields: databaseFields,
  }),
  web: derive({
    name: 'web',
    path: 'webs',
    label: words('Web', 'Web', 'Web'),
    labelPlural: words('Webs', 'Web', 'Web'),
    fields: webFields,
  }),
  cloud: derive({
    name: 'cloud',
    path: 'clouds',
    label: words('Cloud service', '云服务', 'クラウドサービス'),
    labelPlural: words('Cloud services', '云服务', 'クラウドサービス'),
    fields: cloudFields,
  }),
  gpt: derive({
    name: 'gpt',
    path: 'gpts',
    label: words('GPT', 'GPT', 'GPT'),
    labelPlural: words('GPTs', 'GPT', 'GPT'),
    fields: gptFields,
  }),
  custom: derive({
    name: 'custom',
    path: 'customs',
    label: words('Custom asset', '自定义资产', 'カスタムアセット'),
    labelPlural: words('Custom assets', '自定义资产', 'カスタムアセット'),
    fields: customFields,
  }),
} as const;

/** Hosts on the platform Gateway, through which the assets of a domain are reached. */
export const gateway = derive({
  name: 'gateway',
  permissionModel: 'gateway',
  path: 'gateways',
  label: words('Gateway', '网关', 'ゲートウェイ'),
  labelPlural: words('Gateways', '网关', 'ゲートウェイ'),
  fields: hostFields,
});

export const gatewayRows = kindRows('host', 'Gateway');
