import { z } from 'zod';
import { vendorEndpoint } from './endpoints.ts';
import { checkedRegion, requiredField, withTest } from './parts.ts';
import { type CloudAttrs, CloudError, type CloudInstance, type CloudProvider } from './provider.ts';
import { ask, parsed, read } from './requests.ts';
import { collect, machine, many, maybe, osOf, pages } from './responses.ts';
import { rs256 } from './signing/jwt.ts';
import type { CloudTools } from './tools.ts';

const SCOPE = 'https://www.googleapis.com/auth/compute.readonly';

const ServiceAccount = z.object({
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: maybe,
  project_id: z.string().regex(/^[a-z0-9:.-]{1,100}$/),
});
const Failure = z.object({
  error: z.union([z.string(), z.object({ status: maybe, errors: many(z.object({ reason: maybe })) })]),
});
const Token = z.object({ access_token: z.string().min(1) });
/** Empty lists are left out, so an answer is known by its kind. */
const pageOf = <T>(item: z.ZodType<T>) => z.object({ kind: z.string().startsWith('compute#'), items: many(item), nextPageToken: maybe });
const Region = z.object({ name: z.string().min(1), zones: many(z.string()) });
const Interface = z.object({
  networkIP: maybe,
  ipv6Address: maybe,
  accessConfigs: many(z.object({ natIP: maybe })),
  ipv6AccessConfigs: many(z.object({ externalIpv6: maybe })),
});
const Disk = z.object({ licenses: many(z.string()), guestOsFeatures: many(z.object({ type: maybe })) });
const Instance = z.object({ id: z.string().min(1), name: maybe, networkInterfaces: many(Interface), disks: many(Disk) });

function errorOf({ status, body }: { status: number; body: string }): string | undefined {
  if (status < 400) return undefined;
  const error = Failure.safeParse(parsed(body)).data?.error ?? '';
  return typeof error === 'string' ? error : error.errors[0]?.reason || error.status;
}

/** The key file as it was uploaded: text, or what was read from it. @throws CloudError `denied` */
function accountOf(attrs: CloudAttrs): z.output<typeof ServiceAccount> {
  const given = attrs.service_account_key;
  const result = ServiceAccount.safeParse(typeof given === 'string' ? parsed(given) : given);
  if (!result.success) throw new CloudError('denied', 'service_account_key');
  return result.data;
}

interface Session {
  root: string;
  token: string;
  signal: AbortSignal;
}

function instanceOf({ id, name, networkInterfaces: at, disks }: z.output<typeof Instance>, region: string): CloudInstance {
  const signs = disks.flatMap(({ licenses, guestOsFeatures }) => [...licenses, ...guestOsFeatures.map(({ type }) => type)]);
  return machine({
    id,
    name,
    region,
    os: osOf(signs.join(' ')),
    privateIps: at.map(({ networkIP }) => networkIP),
    publicIps: at.flatMap(({ accessConfigs, ipv6AccessConfigs, ipv6Address }) => [
      ...accessConfigs.map(({ natIP }) => natIP),
      ...ipv6AccessConfigs.map(({ externalIpv6 }) => externalIpv6),
      ipv6Address,
    ]),
  });
}

/**
 * Google Compute Engine. The service account needs the role Compute Viewer on its project. Where its key file says tokens are to be had
 * (`token_uri`) is not asked: that would be a place of the uploader's choice.
 */
export function gcp(tools: CloudTools): CloudProvider {
  const endpoint = (service: string): string => (tools.endpointOf ?? vendorEndpoint)('gcp', service, '');

  async function open(attrs: CloudAttrs, signal: AbortSignal): Promise<Session> {
    const account = accountOf(attrs);
    const build = () => {
      const now = Math.floor(Date.now() / 1000);
      const audience = `${vendorEndpoint('gcp', 'oauth', '')}/token`;
      const claims = { iss: account.client_email, scope: SCOPE, aud: audience, iat: now, exp: now + 3600 };
      const assertion = rs256({ privateKey: account.private_key, keyId: account.private_key_id, claims });
      return {
        url: `${endpoint('oauth')}/token`,
        method: 'POST' as const,
        body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      };
    };
    const { access_token: token } = read(Token, parsed((await ask({ tools, signal, build, errorOf })).body));
    return { root: `${endpoint('compute')}/compute/v1/projects/${account.project_id}`, token, signal };
  }

  async function get({ root, token, signal }: Session, path: string): Promise<unknown> {
    const build = () => ({ url: `${root}${path}`, headers: { authorization: `Bearer ${token}` } });
    return parsed((await ask({ tools, signal, build, errorOf })).body);
  }

  const list = <T>(session: Session, path: string, item: z.ZodType<T>): AsyncGenerator<readonly T[]> =>
    pages('', async (token: string) => {
      const more = token ? `&pageToken=${encodeURIComponent(token)}` : '';
      const page = read(pageOf(item), await get(session, `${path}?maxResults=500${more}`));
      return { items: page.items, next: page.nextPageToken || undefined };
    });

  return withTest({
    group: 'public',
    fields: [requiredField('service_account_key', 'file')],
    async regions(attrs, signal) {
      const found = await collect(list(await open(attrs, signal), '/regions', Region));
      return found.map(({ name }) => ({ id: name, name }));
    },
    async *instances(attrs, region, signal) {
      const session = await open(attrs, signal);
      const { zones } = read(Region, await get(session, `/regions/${checkedRegion(region)}`));
      for (const zone of zones) {
        const name = checkedRegion(zone.slice(zone.lastIndexOf('/') + 1));
        for await (const page of list(session, `/zones/${name}/instances`, Instance)) yield page.map((one) => instanceOf(one, region));
      }
    },
  });
}
