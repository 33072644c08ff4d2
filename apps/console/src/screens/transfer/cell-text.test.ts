import { expect, test } from 'vitest';
import { isSecretField } from './cell-text.ts';

test('passwords, secrets and private keys are hidden while a file is looked at', () => {
  const fields = ['password', 'secret', 'private_key', 'name', 'secret_type'];
  expect(fields.filter(isSecretField)).toEqual(['password', 'secret', 'private_key']);
});
