import { InvalidInput } from '@postern/contract/errors';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** Where and when a rule applies (contract/acls.md §3). */
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

function isAddressEntry(entry: string): boolean {
  if (entry === '*') return true;
  if (ipaddr.isValidCIDR(entry)) {
    const [network, bits] = ipaddr.parseCIDR(entry);
    // 10.0.0.5/24 is somebody's address, not a network; guessing which was meant would open more than was said.
    const masked = network.kind() === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(entry) : ipaddr.IPv6.networkAddressFromCIDR(entry);
    return masked.toString() === network.toString() && bits >= 0;
  }
  const [from, to, ...more] = entry.split('-').map((part) => part.trim());
  if (to === undefined) return ipaddr.isValid(entry);
  return (
    more.length === 0 &&
    from !== undefined &&
    ipaddr.isValid(from) &&
    ipaddr.isValid(to) &&
    ipaddr.parse(from).kind() === ipaddr.parse(to).kind()
  );
}

/** @throws InvalidInput under `rules`, naming the entry that cannot be read */
export function checkOccasion(occasion: Occasion): void {
  const bad = occasion.ip_group?.find((entry) => !isAddressEntry(entry));
  if (bad !== undefined) throw InvalidInput.on('rules', 'invalid_choice', { value: bad });
  if (!periods.safeParse(occasion.time_period ?? []).success) throw InvalidInput.on('rules', 'invalid');
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
