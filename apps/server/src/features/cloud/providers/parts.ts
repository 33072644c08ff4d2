import { isRegion } from './endpoints.ts';
import { type CloudAttrs, CloudError, type CloudField, type CloudInstance, type CloudProvider, type CloudRegion } from './provider.ts';
import type { Key } from './signing/digest.ts';

/** A provider as its file writes it; trying an account is the same for all of them. */
export type ProviderParts = Omit<CloudProvider, 'test'>;

/** The region's name where it becomes part of a host. @throws CloudError `unexpected` */
export function checkedRegion(region: string): string {
  if (!isRegion(region)) throw new CloudError('unexpected', 'region');
  return region;
}

/**
 * Adds the test of an account: it has to name its regions and show the first page of machines of one, which takes the rights that a sync
 * takes.
 */
export const withTest = (parts: ProviderParts): CloudProvider => ({
  ...parts,
  async test(attrs, signal) {
    const [region] = await parts.regions(attrs, signal);
    if (!region) return;
    for await (const page of parts.instances(attrs, region.id, signal)) if (page.length) return;
  },
});

/** The text of an attribute. @throws CloudError `denied` when it is missing: an account without it cannot be used */
export function textOf(attrs: CloudAttrs, name: string): string {
  const value = attrs[name];
  if (typeof value !== 'string' || value.trim() === '') throw new CloudError('denied', name);
  return value.trim();
}

/**
 * The address of a cloud as an administrator wrote it, without a slash at its end. Where it may lead is for the guarded client to say.
 * @throws CloudError `unexpected`
 */
export function baseOf(attrs: CloudAttrs, name: string): string {
  const url = URL.parse(textOf(attrs, name));
  const plain = url && ['https:', 'http:'].includes(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
  if (!plain) throw new CloudError('unexpected', name);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

const field = (name: string, kind: CloudField['kind'] = 'text'): CloudField => ({ name, kind, required: true });

/** The two attributes that most clouds ask for. */
export const KEY_FIELDS: readonly CloudField[] = [field('access_key_id'), field('access_key_secret', 'secret')];
/** The key in them. @throws CloudError `unexpected` */
export const keyOf = (attrs: CloudAttrs): Key => ({
  id: textOf(attrs, 'access_key_id'),
  secret: textOf(attrs, 'access_key_secret'),
});
export const requiredField = field;

interface ByKey {
  regions(key: Key, signal: AbortSignal): Promise<CloudRegion[]>;
  instances(key: Key, region: string, signal: AbortSignal): AsyncIterable<readonly CloudInstance[]>;
}

/** A public cloud that asks for a key and nothing else. */
export const byKey = ({ regions, instances }: ByKey): CloudProvider =>
  withTest({
    group: 'public',
    fields: KEY_FIELDS,
    regions: async (attrs, signal) => regions(keyOf(attrs), signal),
    async *instances(attrs, region, signal) {
      yield* instances(keyOf(attrs), region, signal);
    },
  });

/** Regions that are known beforehand, by their ids. */
export const known = (regions: Readonly<Record<string, string>>) => async (): Promise<CloudRegion[]> =>
  Object.entries(regions).map(([id, name]) => ({ id, name }));
