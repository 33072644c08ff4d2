import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { matchingStep } from './totp.ts';

const secret = new Secret({ size: 20 }).base32;
const at = (seconds: number) => new Date(seconds * 1000);
const codeAt = (seconds: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: seconds * 1000 });

describe('one-time codes', () => {
  it('accepts the code of this step and its neighbours, naming the step it belongs to', () => {
    expect(matchingStep(secret, codeAt(3000), at(3000), 1)).toBe(100);
    expect(matchingStep(secret, codeAt(3000), at(3030), 1)).toBe(100);
    expect(matchingStep(secret, codeAt(3000), at(3060), 1)).toBeUndefined();
  });

  it('refuses what is no code at all', () => {
    expect(matchingStep(secret, '', at(3000), 1)).toBeUndefined();
    expect(matchingStep(secret, '12345', at(3000), 1)).toBeUndefined();
    expect(matchingStep(secret, 'abcdef', at(3000), 1)).toBeUndefined();
  });

  it('agrees with the test vector of RFC 6238', () => {
    const vector = Secret.fromUTF8('12345678901234567890').base32;
    expect(matchingStep(vector, '287082', at(59), 0)).toBe(1);
  });
});
