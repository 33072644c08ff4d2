import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import samlp from 'samlp';
import { type SamlLogouts, samlLogouts } from './saml-logout.ts';

/** An identity provider of SAML 2.0 over real HTTP, by the library `samlp`: it lets everybody in as whom a test says. */
export interface SamlProvider {
  url: string;
  entityId: string;
  metadata(): string;
  /** Who signs in next. */
  nameId: string;
  attributes: Record<string, string>;
  /** Over the options of the library, for answers that no honest provider gives. */
  over: Readonly<Record<string, unknown>>;
  /** Changes an answer on its way. */
  change: (xml: string) => string;
  /** Requests as they came, XML. */
  asked: string[];
  logouts: SamlLogouts;
  /** The key that signs now. */
  key(): { key: string; cert: string };
  /** What came of answers to its log-outs: empty of one that holds, else why not. */
  answers: string[];
  /** Another key signs from now on; metadata tell of both or of the new one alone. */
  rotate(keepOld: boolean): void;
  close(): Promise<void>;
}

const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const CLAIM = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/nameidentifier';

/** A key and its certificate, which signs itself. */
export function samlKey(): { key: string; cert: string } {
  const dir = mkdtempSync(join(tmpdir(), 'postern-saml-'));
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const asked = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=saml', '-keyout', key, '-out', cert];
  execFileSync('openssl', asked, { stdio: 'ignore' });
  const made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(dir, { recursive: true });
  return made;
}

const bare = (pem: string): string => pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');
const attribute = (xml: string, name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(xml)?.[1] ?? '';

/** @param host by which browsers know it: another one than that of the product is another site to them */
export async function startSamlProvider(host = '127.0.0.1'): Promise<SamlProvider> {
  let keys = [samlKey()];
  const provider = {
    nameId: 'pat',
    attributes: {},
    over: {},
    change: (xml: string) => xml,
    asked: [],
    answers: [],
  } as unknown as SamlProvider;

  function signOn(url: URL, response: ServerResponse): void {
    const request = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    provider.asked.push(request);
    const acs = attribute(request, 'AssertionConsumerServiceURL');
    const audience = /<saml:Issuer[^>]*>([^<]+)</.exec(request)?.[1];
    const options = {
      ...keys.at(-1),
      issuer: provider.entityId,
      audience,
      recipient: acs,
      destination: acs,
      inResponseTo: attribute(request, 'ID'),
      lifetimeInSeconds: 120,
      sessionIndex: '_there',
      nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      signatureAlgorithm: 'rsa-sha256',
      digestAlgorithm: 'sha256',
      profileMapper: () => ({
        getClaims: () => provider.attributes,
        getNameIdentifier: () => ({ nameIdentifier: provider.nameId, claim: CLAIM }),
      }),
      ...provider.over,
    };
    samlp.getSamlResponse(options, {}, (error, xml) => {
      if (error) return void response.writeHead(500).end(String(error));
      const fields = {
        SAMLResponse: Buffer.from(provider.change(xml)).toString('base64'),
        RelayState: url.searchParams.get('RelayState') ?? '',
      };
      const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<form method="post" action="${acs}">${inputs.join('')}<button>Go on</button></form>`);
    });
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', provider.url);
    if (url.pathname === '/metadata') return void response.writeHead(200, { 'content-type': 'application/xml' }).end(provider.metadata());
    if (url.pathname === '/sso') return signOn(url, response);
    if (url.searchParams.has('SAMLResponse') && url.pathname === '/slo')
      return void provider.logouts
        .answered(Object.fromEntries(url.searchParams))
        .then(() => '', String)
        .then((why) => {
          provider.answers.push(why);
          response.writeHead(why ? 400 : 200).end();
        });
    response.writeHead(url.pathname === '/slo' ? 200 : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provider.url = `http://${host}:${(server.address() as AddressInfo).port}`;
  provider.entityId = `${provider.url}/metadata`;
  provider.metadata = () => {
    const described = keys.map(
      ({ cert }) =>
        `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${bare(cert)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
    );
    const ends = [
      `<md:SingleLogoutService Binding="${POST}" Location="${provider.url}/slo"/>`,
      `<md:SingleSignOnService Binding="${POST}" Location="${provider.url}/sso"/>`,
    ];
    return `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${provider.entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${described.join('')}${ends.join('')}</md:IDPSSODescriptor></md:EntityDescriptor>`;
  };
  provider.key = () => keys.at(-1) as (typeof keys)[number];
  provider.logouts = samlLogouts(() => ({ ...provider.key(), issuer: provider.entityId }));
  provider.rotate = (keepOld) => {
    keys = [...(keepOld ? keys : []), samlKey()];
  };
  provider.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return provider;
}
