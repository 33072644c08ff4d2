import { isIP } from 'node:net';
import { z } from 'zod';
import { addressClass } from '../../../platform/outbound/address-class.ts';
import { CloudError, type CloudInstance } from './provider.ts';

/** A list that vendors also write as null or leave out. */
export const many = <T>(item: z.ZodType<T>) =>
  z
    .array(item)
    .nullish()
    .transform((list) => list ?? []);

/** A text that vendors also write as null or leave out. */
export const maybe = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

type Found = Pick<CloudInstance, 'id' | 'name' | 'region' | 'os'> & { privateIps: readonly string[]; publicIps: readonly string[] };

/** What is no address of a machine as others reach it: link-local and loopback ones, which guests report too. */
const useful = (ip: string): boolean => isIP(ip) > 0 && addressClass(ip) !== 'never';
const tidy = (ips: readonly string[]): string[] => [...new Set(ips.filter(useful))].sort((one, other) => isIP(one) - isIP(other));

/** A machine as the sync wants it: addresses checked, once each, IPv4 first; without a name it has that of its id. */
export const machine = ({ id, name, region, os, privateIps, publicIps }: Found): CloudInstance => ({
  id,
  name: name.trim() || id,
  region,
  os,
  privateIps: tidy(privateIps),
  publicIps: tidy(publicIps),
});

/** Vendors do not say of a guest's address on which side it is; its range does. */
export const sorted = (ips: readonly string[]): { privateIps: string[]; publicIps: string[] } => ({
  privateIps: ips.filter((ip) => addressClass(ip) === 'private'),
  publicIps: ips.filter((ip) => addressClass(ip) === 'public'),
});

export const osOf = (text: string): CloudInstance['os'] => (/windows/i.test(text) ? 'windows' : 'linux');

/** Pages of one listing; a hundred items each make 200,000 machines. */
const MAX_PAGES = 2_000;

/**
 * Walks a listing page by page until there is no next one.
 * @throws CloudError `unexpected` when the listing does not end or turns in a circle
 */
export async function* pages<Item, Cursor extends string | number>(
  first: Cursor,
  fetch: (cursor: Cursor) => Promise<{ items: readonly Item[]; next: Cursor | undefined }>,
): AsyncGenerator<readonly Item[]> {
  const seen = new Set<Cursor>();
  let cursor: Cursor | undefined = first;
  while (cursor !== undefined) {
    if (seen.has(cursor) || seen.size >= MAX_PAGES) throw new CloudError('unexpected', 'endless pages');
    seen.add(cursor);
    const page: { items: readonly Item[]; next: Cursor | undefined } = await fetch(cursor);
    if (page.items.length) yield page.items;
    cursor = page.next;
  }
}

/** All items of a listing that is known to be short enough to be held. */
export async function collect<Item>(listing: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of listing) items.push(...page);
  return items;
}
