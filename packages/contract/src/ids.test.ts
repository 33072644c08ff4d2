import { expect, test } from 'vitest';
import * as ids from './ids.ts';

test('ids that clients know stay what they are', () => {
  const { ORG, ROLE } = ids;
  expect(ORG.ROOT).toBe('00000000-0000-0000-0000-000000000000');
  expect(ORG.DEFAULT).toBe('00000000-0000-0000-0000-000000000002');
  expect(ORG.SYSTEM).toBe('00000000-0000-0000-0000-000000000004');
  expect(ROLE.SYSTEM_ADMIN).toBe('00000000-0000-0000-0000-000000000001');
});
