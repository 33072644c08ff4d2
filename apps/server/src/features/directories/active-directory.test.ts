import { ORG } from '@postern/contract/ids';
import { createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { forThisFile } from '@postern/testkit/for-this-file';
import { ownCertificate } from '@postern/testkit/own-certificate';
import { type SambaAd, startSambaAd } from '@postern/testkit/samba-ad';
import { READER } from '@postern/testkit/slapd';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { worked } from '../../../test/worked.ts';
import type { DirectoryConfig } from './config.ts';
import { withDirectory } from './connection.ts';
import { peopleBelow } from './search.ts';
import { provePassword } from './way.ts';

// People, groups within groups and disabled accounts as a real Active Directory (Samba) says them. Its port is 389, which root alone may open.

const PASSWORD = 'Quay-side-4711!';
const HOST = '127.0.0.60';
const certificate = ownCertificate(`IP:${HOST}`);
const server = serverOfFile({ settings: { outboundAllow: [HOST] } });
const admin = forThisFile(() => server.as('admin'));
describe.runIf(process.getuid?.() === 0)('Active Directory', () => {
  let ad: SambaAd;
  beforeAll(async () => {
    ad = await startSambaAd(
      [
        ['user', 'create', 'eve', PASSWORD, '--given-name=Eve', '--surname=Quay', '--mail-address=eve@corp.example'],
        ['user', 'create', 'off', PASSWORD],
        ['user', 'disable', 'off'],
        ...['team', 'division', 'company'].map((name) => ['group', 'add', name]),
        ['group', 'addmembers', 'team', 'eve'],
        ['group', 'addmembers', 'division', 'team'],
        ['group', 'addmembers', 'company', 'division'],
        ['ou', 'create', 'OU=staff'],
        ...['ann', 'bob', 'cat'].map((name) => [
          'user',
          'create',
          name,
          PASSWORD,
          '--userou=OU=staff',
          `--mail-address=${name}@corp.example`,
        ]),
      ],
      certificate,
    );
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
  const ALLOW = [HOST];
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

  describe('by the product', () => {
    const set = (values: Json): Promise<void> => server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));
    const staff = (): string => `OU=staff,${ad.base}`;
    const places = () => [
      ['StartTLS', 'bob', { AUTH_LDAP_SERVER_URI: `ldap://${HOST}:${ad.port}`, AUTH_LDAP_START_TLS: true }] as const,
      ['LDAPS', 'cat', { AUTH_LDAP_SERVER_URI: `ldaps://${HOST}:${ad.securePort}`, AUTH_LDAP_START_TLS: false }] as const,
    ];
    beforeEach(async () => {
      await set({
        AUTH_LDAP: true,
        AUTH_LDAP_CA: certificate.cert,
        AUTH_LDAP_BIND_DN: ad.admin.dn,
        AUTH_LDAP_BIND_PASSWORD: ad.admin.password,
        AUTH_LDAP_SEARCH_OU: staff(),
        AUTH_LDAP_SEARCH_FILTER: '(&(objectClass=user)(sAMAccountName=%(user)s))',
        AUTH_LDAP_USER_ATTR_MAP: { username: 'sAMAccountName', name: 'displayName', email: 'mail', is_active: 'userAccountControl' },
        AUTH_LDAP_SYNC_ORG_IDS: [ORG.DEFAULT],
        AUTH_LDAP_SYNC_IS_PERIODIC: false,
      });
      await sql`delete from login_counters`.execute(server.db);
    });
    /** Somebody at the login page: their browser, and why they are not in. */
    async function come(username: string, password = PASSWORD) {
      const browser = createApi({ origin: server.url, cookies: createCookieJar() });
      await browser.get('/core/auth/login/');
      const { error } = (await browser.post<Json>('/core/auth/login/', { username, password })).body;
      return { browser, error };
    }
    async function follow(): Promise<string> {
      const started = await admin.post<Json>('settings/ldap/sync/', { force: true });
      expect(started.status, JSON.stringify(started.body)).toBe(201);
      return worked(server, started.body.task);
    }

    test('people log in over StartTLS and over LDAPS; a certificate of an authority that is not known is refused', async () => {
      for (const [how, , place] of places()) {
        await set({ ...place, AUTH_LDAP_CA: certificate.cert });
        const { browser, error } = await come('ann');
        expect([how, error]).toEqual([how, undefined]);
        expect((await browser.get<Json>('users/profile/')).body).toMatchObject({ username: 'ann', email: 'ann@corp.example' });
        expect([how, (await come('ann', 'another word')).error]).toEqual([how, 'password_failed']);
        for (const AUTH_LDAP_CA of ['', ownCertificate(`IP:${HOST}`).cert]) {
          await set({ AUTH_LDAP_CA });
          expect([how, (await come('ann')).error]).toEqual([how, 'external_unreachable']);
        }
      }
    });

    test('a sync makes its people, and whoever is disabled there is out of everything with the next one', async () => {
      for (const [how, leaver, place] of places()) {
        await set(place);
        expect(await follow(), how).toContain('0 disabled');
        const { browser, error } = await come(leaver);
        expect([how, error]).toEqual([how, undefined]);
        expect((await browser.get('users/profile/')).status).toBe(200);
        ad.tool(['user', 'disable', leaver]);
        expect(await follow(), how).toContain('1 disabled');
        expect([how, (await browser.get('users/profile/')).status]).toEqual([how, 401]);
        expect((await come(leaver)).error).toEqual(expect.any(String));
      }
      const { rows } = await sql<Json>`select username, is_active from users where source = 'ldap' order by 1`.execute(server.db);
      expect(rows.map(({ username, is_active }) => [username, is_active])).toEqual([
        ['ann', true],
        ['bob', false],
        ['cat', false],
      ]);
    });
  });
});
