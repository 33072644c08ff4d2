import { z } from 'zod';

/**
 * Where a permission lets ports be forwarded to (docs/wire/permissions.md#destinations): `place` or `place:ports`. A place is a name, `*.domain`, an
 * address, a network or `*`; IPv6 stands in brackets where ports follow. Ports are one, a range `a-b`, or `*`, which is also meant where none are named.
 */
export interface Destination {
  kind: 'any' | 'name' | 'domain' | 'address' | 'network';
  /** Lower case; of a domain with its leading dot. */
  place: string;
  from: number;
  to: number;
}

const MAX_PORT = 65_535;
const ENTRY = /^(?:\[([^\]]{2,64})\]|([^:[\]]{1,255}))(?::(\*|\d{1,5}(?:-\d{1,5})?))?$/;
const NAME = /^[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_][a-z0-9_-]{0,62}){0,30}$/;

const isAddress = (text: string): boolean => z.ipv4().safeParse(text).success || z.ipv6().safeParse(text).success;
const isNetwork = (text: string): boolean => z.cidrv4().safeParse(text).success || z.cidrv6().safeParse(text).success;

function placeOf(text: string): Pick<Destination, 'kind' | 'place'> | undefined {
  const place = text.toLowerCase();
  if (place === '*') return { kind: 'any', place };
  if (isAddress(place)) return { kind: 'address', place };
  if (isNetwork(place)) return { kind: 'network', place };
  if (place.startsWith('*.') && NAME.test(place.slice(2))) return { kind: 'domain', place: place.slice(1) };
  // A name of digits and dots alone would be an address that somebody mistyped.
  return NAME.test(place) && !/^[\d.]+$/.test(place) ? { kind: 'name', place } : undefined;
}

/** Reads one entry of such a list; undefined for what is none. */
export function readDestination(entry: string): Destination | undefined {
  if (entry.includes('::') || entry.split(':').length > 3) {
    const bare = placeOf(entry);
    if (bare) return { ...bare, from: 0, to: MAX_PORT };
  }
  const found = ENTRY.exec(entry);
  const place = placeOf(found?.[1] ?? found?.[2] ?? '');
  if (!found || !place) return undefined;
  if (found[1] !== undefined && !place.place.includes(':')) return undefined;
  const ports = found[3] ?? '*';
  if (ports === '*') return { ...place, from: 0, to: MAX_PORT };
  const [from = 0, to = from] = ports.split('-').map(Number);
  return from >= 1 && from <= to && to <= MAX_PORT ? { ...place, from, to } : undefined;
}
