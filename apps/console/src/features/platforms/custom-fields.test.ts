import { expect, test } from 'vitest';
import { enteredFields, wireFields } from './custom-fields.ts';

const tenant = { name: 'tenant', label: 'Tenant', type: 'str', default: null, help_text: '', choices: [] };
const seats = { name: 'seats', label: 'Seats', type: 'int', default: '5', help_text: '', choices: [] };

test('a field without a default is required, and comes back as it was', () => {
  const entered = enteredFields([tenant, seats]);
  expect(entered.map(({ required, default: start }) => [required, start])).toEqual([
    [true, ''],
    [false, '5'],
  ]);
  expect(wireFields(entered)).toEqual([tenant, seats]);
});

test('a row that was not begun is no field, and a name is a label until there is one', () => {
  expect(wireFields([{}, { name: 'tenant' }, { name: '', required: false }])).toEqual([
    { name: 'tenant', label: 'tenant', type: 'str', default: '', choices: [] },
  ]);
});
