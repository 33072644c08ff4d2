import { expect, test } from 'vitest';
import { pathsOf, typesOf } from './TypesInput.tsx';

const NONE = {
  charset_enabled: false,
  domain_enabled: false,
  su_enabled: false,
  protocols: [],
  automation: {
    ansible_enabled: false,
    ping_enabled: false,
    gather_facts_enabled: false,
    gather_accounts_enabled: false,
    verify_account_enabled: false,
    change_secret_enabled: false,
    push_account_enabled: false,
  },
};
const type = (value: string) => ({ value, label: value, category: '', constraints: NONE });
const CATEGORIES = [
  { value: 'host', label: 'Host', types: [type('linux'), type('windows')] },
  { value: 'database', label: 'Database', types: [type('mysql')] },
];

test('types stand below their category, and come back as types', () => {
  const paths = pathsOf(['windows', 'mysql', 'gone'], CATEGORIES);
  expect(paths).toEqual([['host', 'windows'], ['database', 'mysql'], ['gone']]);
  expect(typesOf(paths, CATEGORIES)).toEqual(['windows', 'mysql', 'gone']);
});

test('a category stands for all its types, each once', () => {
  expect(typesOf([['host'], ['host', 'linux']], CATEGORIES)).toEqual(['linux', 'windows']);
});
