import { z } from 'zod';
import { vendorEndpoint } from './endpoints.ts';
import { checkedRegion, requiredField, textOf, withTest } from './parts.ts';
import { type CloudAttrs, CloudError, type CloudInstance, type CloudProvider } from './provider.ts';
import { ask, parsed, read } from './requests.ts';
import { collect, machine, many, maybe, pages } from './responses.ts';
import type { CloudTools } from './tools.ts';

/** Versions of the API, old enough for the cloud in China. */
const VERSIONS = { locations: '2022-12-01', compute: '2023-03-01', network: '2023-04-01' } as const;

const Failure = z.object({ error: z.union([z.string(), z.object({ code: maybe })]) });
const Token = z.object({ access_token: z.string().min(1) });
const pageOf = <T>(item: z.ZodType<T>) => z.object({ value: z.array(item), nextLink: maybe });
const Location = z.object({ name: z.string(), displayName: maybe, metadata: z.object({ regionType: maybe }).nullish() });
const reference = z.object({ id: maybe }).nullish();
const Machine = z.object({
  name: maybe,
  properties: z.object({
    vmId: z.string().min(1),
    storageProfile: z.object({ osDisk: z.object({ osType: maybe }).nullish() }).nullish(),
    networkProfile: z.object({ networkInterfaces: many(z.object({ id: maybe })) }).nullish(),
  }),
});
const Interface = z.object({
  id: z.string(),
  location: maybe,
  properties: z.object({
    ipConfigurations: many(z.object({ properties: z.object({ privateIPAddress: maybe, publicIPAddress: reference }).nullish() })),
  }),
});
const PublicIp = z.object({ id: z.string(), location: maybe, properties: z.object({ ipAddress: maybe }).nullish() });

type Addresses = Pick<CloudInstance, 'privateIps' | 'publicIps'>;

function errorOf({ status, body }: { status: number; body: string }): string | undefined {
  if (status < 400) return undefined;
  const error = Failure.safeParse(parsed(body)).data?.error ?? '';
  return typeof error === 'string' ? error : error.code;
}

interface Session {
  origin: string;
  /** Path of the subscription. */
  root: string;
  token: string;
  signal: AbortSignal;
}

/** Azure Resource Manager, or that of 21Vianet in China. The application needs the role Reader on the subscription. */
export function azure(tools: CloudTools, provider: 'azure' | 'azure_international'): CloudProvider {
  const endpoint = (service: string): string => (tools.endpointOf ?? vendorEndpoint)(provider, service, '');

  async function open(attrs: CloudAttrs, signal: AbortSignal): Promise<Session> {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: textOf(attrs, 'client_id'),
      client_secret: textOf(attrs, 'client_secret'),
      // The name of the service as the vendor knows it, wherever it is reached.
      scope: `${vendorEndpoint(provider, 'management', '')}/.default`,
    });
    const root = `/subscriptions/${encodeURIComponent(textOf(attrs, 'subscription_id'))}`;
    const tenant = encodeURIComponent(textOf(attrs, 'tenant_id'));
    const build = () => ({
      url: `${endpoint('login')}/${tenant}/oauth2/v2.0/token`,
      method: 'POST' as const,
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const { access_token: token } = read(Token, parsed((await ask({ tools, signal, build, errorOf })).body));
    return { origin: new URL(endpoint('management')).origin, root, token, signal };
  }

  /** All pages of a list. Where the next one is the cloud says itself, so that is looked at: the token goes to nobody else. */
  function list<T>(
    { origin, root, token, signal }: Session,
    path: string,
    version: string,
    item: z.ZodType<T>,
  ): AsyncGenerator<readonly T[]> {
    return pages(`${origin}${root}${path}?api-version=${version}`, async (url: string) => {
      if (URL.parse(url)?.origin !== origin) throw new CloudError('unexpected', 'nextLink');
      const build = () => ({ url, headers: { authorization: `Bearer ${token}`, accept: 'application/json' } });
      const page = read(pageOf(item), parsed((await ask({ tools, signal, build, errorOf })).body));
      return { items: page.value, next: page.nextLink || undefined };
    });
  }

  /** Addresses of all network interfaces of a region, by their id; ids differ in case from place to place. */
  async function addresses(session: Session, region: string): Promise<Map<string, Addresses>> {
    const here = <T extends { location: string }>(all: readonly T[]) => all.filter(({ location }) => location.toLowerCase() === region);
    const network = '/providers/Microsoft.Network';
    const publics = here(await collect(list(session, `${network}/publicIPAddresses`, VERSIONS.network, PublicIp)));
    const interfaces = here(await collect(list(session, `${network}/networkInterfaces`, VERSIONS.network, Interface)));
    const publicOf = new Map(publics.map(({ id, properties }) => [id.toLowerCase(), properties?.ipAddress ?? '']));
    return new Map(
      interfaces.map(({ id, properties: { ipConfigurations: configured } }) => [
        id.toLowerCase(),
        {
          privateIps: configured.map(({ properties }) => properties?.privateIPAddress ?? ''),
          publicIps: configured.map(({ properties }) => publicOf.get(properties?.publicIPAddress?.id.toLowerCase() ?? '') ?? ''),
        },
      ]),
    );
  }

  return withTest({
    group: 'public',
    fields: [
      requiredField('client_id'),
      requiredField('client_secret', 'secret'),
      requiredField('tenant_id'),
      requiredField('subscription_id'),
    ],
    async regions(attrs, signal) {
      const locations = await collect(list(await open(attrs, signal), '/locations', VERSIONS.locations, Location));
      return locations
        .filter(({ metadata }) => (metadata?.regionType ?? 'Physical') === 'Physical')
        .map(({ name, displayName }) => ({ id: name, name: displayName || name }));
    },
    async *instances(attrs, region, signal) {
      const session = await open(attrs, signal);
      const path = `/providers/Microsoft.Compute/locations/${checkedRegion(region)}/virtualMachines`;
      let known: Map<string, Addresses> | undefined;
      for await (const page of list(session, path, VERSIONS.compute, Machine)) {
        // Asked for once, and only for regions that have machines.
        known ??= await addresses(session, region);
        const found = known;
        yield page.map(({ name, properties: { vmId, storageProfile, networkProfile } }) => {
          const interfaces = (networkProfile?.networkInterfaces ?? []).flatMap(({ id }) => found.get(id.toLowerCase()) ?? []);
          return machine({
            id: vmId,
            name,
            region,
            os: storageProfile?.osDisk?.osType === 'Windows' ? 'windows' : 'linux',
            privateIps: interfaces.flatMap(({ privateIps }) => privateIps),
            publicIps: interfaces.flatMap(({ publicIps }) => publicIps),
          });
        });
      }
    },
  });
}
