import { expect, test } from 'vitest';
import { attributesIn } from './rule-attributes.ts';

test('attributes are lines of names and values, and a line without a name is a group', () => {
  const text = 'groups: admins\n\n  groups:staff \nrealm.roles: dba: senior\ncn=ops,ou=groups,dc=corp\nhttps-less words';
  expect(attributesIn(text)).toEqual({
    groups: ['admins', 'staff', 'cn=ops,ou=groups,dc=corp', 'https-less words'],
    'realm.roles': ['dba: senior'],
  });
});
