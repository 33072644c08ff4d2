import type { Json } from '@postern/testkit/api';
import { createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { signOnOf } from '../../../test/sign-on.ts';

// Names and pictures of providers, on the login page and where people see what is bound to them: the same for every kind that may have several.

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
const { methods, set } = signOnOf(() => server, 'button');

/** The header of a picture of one colour: nothing more is looked at. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33);
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}
const address = (bytes: Buffer, type = 'png') => `data:image/${type};base64,${bytes.toString('base64')}`;

const METADATA = `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example/entity"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>AAAA</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>`;

/** A kind, what switches it on, and what links to people of a provider are kept under. */
const KINDS = [
  {
    ...{ kind: 'openid', category: 'oidc', name: 'AUTH_OPENID_NAME', logo: 'AUTH_OPENID_LOGO', usual: 'OpenID Connect', label: 'OpenID' },
    on: { AUTH_OPENID: true, AUTH_OPENID_CLIENT_ID: 'postern', AUTH_OPENID_PROVIDER_ENDPOINT: 'https://idp.example/realm/' },
    place: 'openid https://idp.example/realm',
  },
  {
    ...{
      kind: 'oauth2',
      category: 'oauth2',
      name: 'AUTH_OAUTH2_PROVIDER',
      logo: 'AUTH_OAUTH2_LOGO_PATH',
      usual: 'OAuth2',
      label: 'OAuth2',
    },
    on: {
      AUTH_OAUTH2: true,
      AUTH_OAUTH2_CLIENT_ID: 'postern',
      AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT: 'https://forge.example/authorize',
      AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT: 'https://forge.example/token',
      AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT: 'https://forge.example/user',
    },
    place: 'oauth2 https://forge.example',
  },
  {
    ...{ kind: 'saml2', category: 'saml2', name: 'SAML2_NAME', logo: 'SAML2_LOGO', usual: 'SAML', label: 'SAML2' },
    on: { AUTH_SAML2: true, SAML2_IDP_METADATA_XML: METADATA },
    place: 'saml2 https://idp.example/entity',
  },
  {
    ...{ kind: 'cas', category: 'cas', name: 'CAS_NAME', logo: 'CAS_LOGO', usual: 'CAS', label: 'CAS' },
    on: { AUTH_CAS: true, CAS_SERVER_URL: 'https://cas.example' },
    place: 'cas https://cas.example/',
  },
] as const;

describe.each(KINDS)('a provider of $kind', ({ kind, category, name, logo, usual, label, on, place }) => {
  const save = (body: Json, provider = '') => admin.patch<Json>('settings/setting/', body, { query: { category, provider } });
  const shown = async (): Promise<Json[]> => (await methods()).filter(({ source }: Json) => source === kind);

  test('has the name that an administrator gave it, and the usual one without', async () => {
    await set(on);
    expect(await shown()).toMatchObject([{ name: usual, icon: null }]);
    expect((await save({ [name]: 'Head office' })).status).toBe(200);
    expect(await shown()).toMatchObject([{ name: 'Head office' }]);
    expect((await save({ [name]: 'x'.repeat(65) })).status).toBe(400);
    // That of OAuth2 has to be there, as clients of this API know it.
    expect((await save({ [name]: '' })).status).toBe(kind === 'oauth2' ? 400 : 200);
    expect(await shown()).toMatchObject([{ name: kind === 'oauth2' ? 'Head office' : usual }]);
    await save({ [name]: usual });
  });

  test('shows its picture to everybody, under another address when it is another one; what is no picture is refused', async () => {
    const at = `/core/auth/${kind}/logo/`;
    expect((await server.anyone.get(at)).status).toBe(404);
    // What the address says that it is does not count.
    expect((await save({ [logo]: address(png(64, 64), 'svg+xml') })).status).toBe(200);
    const [first] = await shown();
    expect(first?.icon).toMatch(new RegExp(`^${at}\\?v=[0-9a-f]{16}$`));
    const { status, headers } = await server.anyone.get(first?.icon);
    expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([200, 'image/png', 'nosniff']);
    await save({ [logo]: address(png(65, 64)) });
    expect((await shown())[0]?.icon).not.toBe(first?.icon);
    for (const [bad, problem] of [
      [address(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'svg+xml'), 'image'],
      [address(png(5_000, 10)), 'large'],
      ['https://elsewhere.example/logo.png', 'image'],
      ['/media/settings/logo.png', 'image'],
      ['data:text/html;base64,PGI+', 'image'],
      [address(Buffer.concat([png(64, 64), Buffer.alloc(60_000)])), 'characters'],
    ] as const) {
      const refused = await save({ [logo]: bad });
      expect([refused.status, Object.keys(refused.body)], problem).toEqual([400, [logo]]);
    }
    expect((await save({ [logo]: '' })).status).toBe(200);
    // The log of changes says that there was one, and brings it back.
    const { body } = await admin.get<Json[]>('settings/changes/', { query: { category } });
    expect(body[0]?.changes).toMatchObject([{ before: 'a picture', after: '', value: address(png(65, 64)), can_revert: true }]);
    expect(await shown()).toMatchObject([{ icon: null }]);
  });

  test('has a picture of its own beside the first', async () => {
    const beside = `${kind}-acme`;
    expect((await admin.post('settings/providers/', { name: beside, category, label: 'Acme & sons' })).status).toBe(201);
    expect((await save({ ...on, [logo]: address(png(32, 32)) }, beside)).status).toBe(200);
    const at = `/core/auth/${kind}/${beside}/logo/`;
    expect(await shown()).toMatchObject([
      { name: usual, icon: null },
      { name: 'Acme & sons', icon: expect.stringContaining(`${at}?v=`) },
    ]);
    expect([(await server.anyone.get(at)).status, (await server.anyone.get(`/core/auth/${kind}/logo/`)).status]).toEqual([200, 404]);
    expect((await admin.post('settings/providers/', { name: 'logo', category, label: 'Logo' })).status).toBe(400);
    await admin.delete(`settings/providers/${beside}/`);
  });

  test('is told by its name to whoever is bound to it; a place that is none of the settings, by its kind', async () => {
    await save({ [name]: 'Head office' });
    const person = await createUser(admin);
    for (const bound of [place, `${kind} https://former.example`])
      await sql`insert into external_identities (provider, subject, user_id) values (${bound}, ${`of ${kind}`}, ${person.id})`.execute(
        server.db,
      );
    const { body } = await (await server.as(String(person.username))).get<Json[]>('authentication/bound-accounts/');
    const names = Object.fromEntries(body.map((one) => [one.provider, one.name]));
    expect(names).toEqual({ [place]: 'Head office', [`${kind} https://former.example`]: label });
  });
});
