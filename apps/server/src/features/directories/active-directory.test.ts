import { type SambaAd, startSambaAd } from '@postern/testkit/samba-ad';
import { READER } from '@postern/testkit/slapd';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DirectoryConfig } from './config.ts';
import { withDirectory } from './connection.ts';
import { peopleBelow } from './search.ts';
import { provePassword } from './way.ts';

// People, groups within groups and disabled accounts as a real Active Directory (Samba) says them. Its port is 389, which root alone may open.

const PASSWORD = 'Quay-side-4711!';
describe.runIf(process.getuid?.() === 0)('Active Directory', () => {
  let ad: SambaAd;
  beforeAll(async () => {
    ad = await startSambaAd([
      ['user', 'create', 'eve', PASSWORD, '--given-name=Eve', '--surname=Quay', '--mail-address=eve@corp.example'],
      ['user', 'create', 'off', PASSWORD],
      ['user', 'disable', 'off'],
      ...['team', 'division', 'company'].map((name) => ['group', 'add', name]),
      ['group', 'addmembers', 'team', 'eve'],
      ['group', 'addmembers', 'division', 'team'],
      ['group', 'addmembers', 'company', 'division'],
    ]);
  }, 120_000);
  afterAll(() => ad?.stop());

  const config = (nested: boolean): DirectoryConfig => ({
    servers: [{ host: ad.host, port: ad.port, tls: false }],
    startTls: false,
    ca: '',
    bindDn: ad.admin.dn,
    bindPassword: ad.admin.password,
    bases: [`CN=Users,${ad.base}`],
    filter: '(&(objectClass=user)(sAMAccountName=%(user)s))',
    attributes: { username: 'sAMAccountName', name: 'displayName', email: 'mail', groups: 'memberOf', is_active: 'userAccountControl' },
    nested,
    also: [],
    connectMs: 10_000,
    pageSize: 100,
  });
  const ALLOW = ['127.0.0.60'];
  const group = (name: string): string => `CN=${name},CN=Users,${ad.base}`;

  test('somebody is who the directory never calls anybody else, and in all groups that theirs are in, where that is asked for', async () => {
    const plain = await provePassword(config(false), ALLOW, 'eve', PASSWORD);
    expect(plain).toMatchObject({
      state: 'right',
      person: { username: 'eve', name: 'Eve Quay', email: 'eve@corp.example', groups: ['team'] },
    });
    const nested = await provePassword(config(true), ALLOW, 'eve', PASSWORD);
    if (nested.state !== 'right' || plain.state !== 'right') throw new Error(nested.state);
    expect([...(nested.person.attributes.groups ?? [])].sort()).toEqual([group('company'), group('division'), group('team')]);
    expect(nested.person.subject).toMatch(/^guid:[0-9a-f]{32}$/);
    expect(nested.person.subject).toBe(plain.person.subject);
  });

  test('a wrong password opens nothing, and whoever is disabled there is read as such', async () => {
    expect((await provePassword(config(true), ALLOW, 'eve', READER.password)).state).toBe('wrong');
    expect((await provePassword(config(true), ALLOW, 'off', PASSWORD)).state).not.toBe('right');
    const people = await withDirectory(config(true), ALLOW, async (client) => {
      const found = [];
      for await (const page of peopleBelow(client, config(true), `CN=Users,${ad.base}`)) found.push(...page);
      return new Map(found.map((person) => [person.username, person.active]));
    });
    expect([people.get('eve'), people.get('off')]).toEqual([true, false]);
  });
});
