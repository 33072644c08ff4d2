import type { Row as RowOf } from '@postern/client/api';
import { relatedName } from '../../model/metadata.ts';
import type { Resource, Row } from '../../model/resource.ts';
import { RESOURCES } from '../resources.ts';

/** Categories of assets: where each is created and updated, and how it is called. Their rows are in the list of all assets too. */
export const ASSET_KINDS: Readonly<Record<string, Resource>> = {
  host: RESOURCES.host,
  device: RESOURCES.device,
  database: RESOURCES.database,
  cloud: RESOURCES.cloud,
  web: RESOURCES.web,
  gpt: RESOURCES.gpt,
  custom: RESOURCES.custom,
};

type Category = RowOf<'platforms'>['category']['value'];
/** A category as the address bar has it. It may be anything there: the server says what it does not know. */
export const categoryOf = (text: string): Category => text as Category;

/** Name of the platform of gateways; it is offered only where a gateway is made, below its domain. */
export const GATEWAY_PLATFORM = 'Gateway';
export const isGateway = (asset: Row): boolean => relatedName(asset.platform) === GATEWAY_PLATFORM;

/** Assets whose platform takes a domain, as a query of their list. */
export const TAKES_DOMAIN = { domain_enabled: 'true' };

const RECENT = 'RecentPlatforms';
const RECENT_MAX = 8;

/** Platforms chosen lately in this browser, newest first. */
export function recentPlatforms(): number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(RECENT) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id): id is number => typeof id === 'number').slice(0, RECENT_MAX) : [];
  } catch {
    return [];
  }
}

export function rememberPlatform(id: number): void {
  try {
    localStorage.setItem(RECENT, JSON.stringify([id, ...recentPlatforms().filter((other) => other !== id)].slice(0, RECENT_MAX)));
  } catch {
    // Without storage there is no list of recent ones.
  }
}
