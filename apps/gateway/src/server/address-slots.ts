import { isIPv6 } from 'node:net';

/** Places for visitors who have not shown yet who they are: a number in all, and a smaller one for each address. */
export interface AddressSlots {
  /** A place for somebody from `ip`, as the function that gives it back; undefined when there is none. */
  take(ip: string): (() => void) | undefined;
}

/**
 * Whom an address stands for. A dual-stack socket writes IPv4 peers as IPv6 (RFC 4291 §2.5.5.2); of IPv6 a household or
 * a machine has a whole /64 (RFC 6177), so that counts as one.
 */
export function addressGroup(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}

/** One address takes at most `each` of `all` places, so nobody alone keeps the others out. */
export function createAddressSlots(all: number, each: number): AddressSlots {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    take(ip) {
      const key = addressGroup(ip);
      const own = taken.get(key) ?? 0;
      if (total >= all || own >= each) return undefined;
      total += 1;
      taken.set(key, own + 1);
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        total -= 1;
        const left = (taken.get(key) ?? 1) - 1;
        if (left === 0) taken.delete(key);
        else taken.set(key, left);
      };
    },
  };
}
