import { describe, expect, it } from 'vitest';
import { freshLoginAddress, loginAddress } from './session-mark.ts';

const place = { pathname: '/luna/', search: '?login_to=a1&type=asset' };

describe('addresses of the login', () => {
  it('come back to the page with its query', () => {
    expect(loginAddress(place)).toBe('/core/auth/login/?next=%2Fluna%2F%3Flogin_to%3Da1%26type%3Dasset');
  });
  it('end a session that lost its mark, so the login page cannot send it back in a circle', () => {
    expect(freshLoginAddress(place)).toBe('/core/auth/logout/?next=%2Fluna%2F%3Flogin_to%3Da1%26type%3Dasset');
  });
});
