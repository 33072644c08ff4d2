import type { Wanted } from '../src/features/automations/methods/method.ts';

/** That Alice gets this password. */
export const wantedOf = (secret: string, given: Partial<Wanted> = {}): Wanted => ({
  username: 'alice',
  secretType: 'password',
  secret,
  keyStrategy: 'add',
  params: {},
  ...given,
});
