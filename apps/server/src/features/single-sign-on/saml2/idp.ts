import { Unreachable } from '../../identities/index.ts';
import type { SignOnDeps } from '../sign-on.ts';
import { all, type Element, readXml } from '../xml.ts';

/** An identity provider as its metadata say it is. */
export interface Idp {
  entityId: string;
  /** Where browsers are sent, by redirect. */
  signOn: string;
  /** Empty where it has no logout by redirect. */
  signOut: string;
  /** Where answers about log-outs that it began go, by redirect; most take them where they take requests. */
  signedOut: string;
  /** Of its signatures, several while it changes them; base64 without lines. */
  certificates: readonly string[];
}

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const FRESH = 600_000;
const BOUNDS = { maxBytes: 1024 * 1024, limit: 10_000, named: true } as const;

const byRedirect = (role: Element, name: string): Readonly<Record<string, string>> =>
  all(role, name).find(({ attributes }) => attributes.Binding === REDIRECT)?.attributes ?? {};
const isPage = (address: string): boolean => /^https?:\/\//.test(address) && URL.canParse(address);

/** @throws Unreachable in words for administrators */
export function readIdp(xml: string, now: Date): Idp {
  const root = readXml(xml);
  const entities = [...all(root, 'EntityDescriptor'), ...all(root, 'EntitiesDescriptor', 'EntityDescriptor')];
  const providers = entities.filter((entity) => all(entity, 'IDPSSODescriptor').length > 0);
  const [entity] = providers;
  if (!entity || providers.length > 1) throw new Unreachable(`IDPSSODescriptor: ${providers.length}`);
  const { entityID = '', validUntil } = entity.attributes;
  if (validUntil !== undefined && !(Date.parse(validUntil) > now.getTime())) throw new Unreachable(`validUntil ${validUntil}`);
  const [role] = all(entity, 'IDPSSODescriptor') as [Element];
  const certificates = all(role, 'KeyDescriptor')
    .filter(({ attributes }) => attributes.use !== 'encryption')
    .flatMap((key) => all(key, 'KeyInfo', 'X509Data', 'X509Certificate').map(({ text }) => text.replaceAll(/\s+/g, '')))
    .filter(Boolean);
  const { Location: signOn = '' } = byRedirect(role, 'SingleSignOnService');
  const { Location: signOut = '', ResponseLocation: signedOut = signOut } = byRedirect(role, 'SingleLogoutService');
  if (entityID === '') throw new Unreachable('entityID');
  if (certificates.length === 0) throw new Unreachable('X509Certificate');
  if (!isPage(signOn)) throw new Unreachable('SingleSignOnService (HTTP-Redirect)');
  return {
    entityId: entityID,
    signOn,
    signOut: isPage(signOut) ? signOut : '',
    signedOut: isPage(signedOut) ? signedOut : '',
    certificates: [...new Set(certificates)],
  };
}

/** The provider as the settings have it. */
export interface Idps {
  /** Reads its metadata, by their address where there is one; kept for ten minutes, until a setting changes. `again` reads them anew. */
  read(again?: boolean): Promise<Idp>;
  /** What is known of it without asking anybody; undefined where its address was not read yet. */
  known(): Promise<Idp> | undefined;
}

export function idps({ settings, outbound }: SignOnDeps): Idps {
  let kept: { key: string; at: number; idp: Promise<Idp> } | undefined;
  const open = async (url: string, xml: string): Promise<Idp> => {
    if (!url) return readIdp(xml, new Date());
    const answer = await outbound.fetch(url, BOUNDS);
    if (answer.status !== 200) throw new Unreachable(`${answer.status}`);
    return readIdp(answer.body, new Date());
  };
  const set = (): { url: string; xml: string; key: string } => {
    const [url, xml] = [settings.get('SAML2_IDP_METADATA_URL'), settings.get('SAML2_IDP_METADATA_XML')];
    return { url, xml, key: JSON.stringify([url, xml]) };
  };
  const read = (again = false): Promise<Idp> => {
    const { url, xml, key } = set();
    const now = Date.now();
    if (again || !kept || kept.key !== key || now - kept.at > FRESH) {
      const made = { key, at: now, idp: open(url, xml) };
      kept = made;
      made.idp.catch(() => {
        if (kept === made) kept = undefined;
      });
    }
    return kept.idp;
  };
  const known = (): Promise<Idp> | undefined => {
    const { url, xml, key } = set();
    if (kept?.key === key) return kept.idp;
    return url === '' && xml !== '' ? read() : undefined;
  };
  return { read, known };
}
