import { InvalidInput } from '@postern/contract/errors';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { isAddressEntry } from '../../platform/auth/address-list.ts';

/** Where and when a rule applies (docs/wire/access-rules.md#where-and-when). */
export interface Occasion {
  ip_group?: readonly string[];
  time_period?: readonly { id: number; value: string }[];
}

const SPAN = /^([01]\d|2[0-3]):([0-5]\d)~([01]\d|2[0-4]):([0-5]\d)$/;
const SEPARATOR = '、';
const DAY_MINUTES = 24 * 60;

const periods = z
  .array(
    z.object({
      id: z.number().int().min(0).max(6),
      value: z
        .string()
        .max(1024)
        .refine((value) => value.split(SEPARATOR).every((span) => span.trim() === '' || SPAN.test(span.trim()))),
    }),
  )
  .max(7);

/** 10.0.0.5/24 is somebody's address, not a network; guessing which was meant would open more than was said. */
function hasHostBits(entry: string): boolean {
  if (!entry.includes('/')) return false;
  const [network] = ipaddr.parseCIDR(entry);
  const family = network.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return family.networkAddressFromCIDR(entry).toString() !== network.toString();
}

/** @throws InvalidInput under `rules`, naming the entry that cannot be read */
export function checkOccasion(occasion: Occasion): void {
  const bad = occasion.ip_group?.find((entry) => !isAddressEntry(entry) || hasHostBits(entry));
  if (bad !== undefined) throw InvalidInput.on('rules', 'invalid_addresses', { value: bad });
  if (!periods.safeParse(occasion.time_period ?? []).success) throw InvalidInput.on('rules', 'invalid_hours');
}

const minutes = (hours: string, rest: string): number => Number(hours) * 60 + Number(rest);

/** Whether a moment lies in the weekly times, in the server's own time. No times at all means any time; a day that is not named means never on it. */
export function inPeriods(occasion: Occasion, now: Date): boolean {
  const all = occasion.time_period ?? [];
  if (all.length === 0) return true;
  const today = all.find((day) => day.id === now.getDay())?.value ?? '';
  const at = now.getHours() * 60 + now.getMinutes();
  return today.split(SEPARATOR).some((span) => {
    const [, fromHours = '', fromRest = '', toHours = '', toRest = ''] = SPAN.exec(span.trim()) ?? [];
    if (fromHours === '') return false;
    const end = minutes(toHours, toRest);
    return minutes(fromHours, fromRest) <= at && at <= (end === 0 ? DAY_MINUTES : end);
  });
}
