import { describe, expect, it } from 'vitest';
import { addressListed } from './address-list.ts';

describe('address lists', () => {
  it('knows single addresses, networks, ranges and the asterisk', () => {
    expect(addressListed('10.0.0.7', ['10.0.0.7'])).toBe(true);
    expect(addressListed('10.0.0.7', ['10.0.0.0/29'])).toBe(true);
    expect(addressListed('10.0.0.9', ['10.0.0.0/29'])).toBe(false);
    expect(addressListed('10.0.0.9', ['10.0.0.1-10.0.0.9'])).toBe(true);
    expect(addressListed('10.0.0.10', ['10.0.0.1-10.0.0.9'])).toBe(false);
    expect(addressListed('2001:db8::1', ['2001:db8::/32'])).toBe(true);
    expect(addressListed('1.2.3.4', ['*'])).toBe(true);
  });

  it('takes an IPv4 address in IPv6 clothes for what it is', () => {
    expect(addressListed('::ffff:10.0.0.7', ['10.0.0.7'])).toBe(true);
  });

  it('matches nothing by an entry it cannot read', () => {
    expect(addressListed('10.0.0.7', ['10.0.0.7-', 'nonsense', '10.0.0.0/99', ''])).toBe(false);
    expect(addressListed('nonsense', ['*'])).toBe(false);
  });
});
