import { createVerify, type KeyObject } from 'node:crypto';
import type { Answer, Cloud, Seen } from './cloud-server.ts';
import type { Regions } from './signed-clouds.ts';

/** Clouds that give a token for a secret, and then want the token. */

const PAGE = 60;
const TOKEN = 'token-4f1c';
const bearer = (seen: Seen): boolean => seen.headers.authorization === `Bearer ${TOKEN}`;

export interface AzureAccount {
  tenant: string;
  client: string;
  secret: string;
  subscription: string;
}

/** The login and the management of Azure in one place; `origin` is known once it listens. */
export const azureCloud =
  (account: AzureAccount, regions: Regions, origin: () => string): Cloud =>
  (seen) => {
    if (seen.path === `/${account.tenant}/oauth2/v2.0/token`) {
      const form = new URLSearchParams(seen.body);
      const right = form.get('client_id') === account.client && form.get('client_secret') === account.secret;
      if (!right)
        return { status: 401, body: { error: 'invalid_client', error_description: `AADSTS7000215: ${form.get('client_secret')}` } };
      if (!form.get('scope')?.startsWith('https://management.')) return { status: 400, body: { error: 'invalid_scope' } };
      return { body: { token_type: 'Bearer', expires_in: 3599, access_token: TOKEN } };
    }
    if (!bearer(seen)) return { status: 401, body: { error: { code: 'InvalidAuthenticationToken', message: 'no' } } };
    const root = `/subscriptions/${account.subscription}`;
    if (!seen.path.startsWith(root) || !seen.query.get('api-version'))
      return { status: 404, body: { error: { code: 'SubscriptionNotFound' } } };
    const path = seen.path.slice(root.length);
    const page = (all: readonly object[]): Answer => {
      const start = Number(seen.query.get('$skiptoken') ?? 0);
      const more = start + PAGE < all.length;
      const nextLink = `${origin()}${seen.path}?api-version=${seen.query.get('api-version')}&$skiptoken=${start + PAGE}`;
      return { body: { value: all.slice(start, start + PAGE), ...(more ? { nextLink } : {}) } };
    };
    const every = Object.values(regions).flat();
    if (path === '/locations')
      return page([
        ...Object.keys(regions).map((name) => ({ name, displayName: `Place ${name}`, metadata: { regionType: 'Physical' } })),
        { name: 'europe', displayName: 'Europe', metadata: { regionType: 'Logical' } },
      ]);
    const network = `${root}/resourceGroups/rg/providers/Microsoft.Network`;
    const [, region] = /^\/providers\/Microsoft\.Compute\/locations\/([^/]+)\/virtualMachines$/.exec(path) ?? [];
    if (region)
      return page(
        (regions[region] ?? []).map(({ id, name, os }) => ({
          name,
          location: region,
          properties: {
            vmId: id,
            storageProfile: { osDisk: { osType: os === 'windows' ? 'Windows' : 'Linux' } },
            // Another spelling than the list of interfaces uses, as it happens there.
            networkProfile: { networkInterfaces: [{ id: `${network}/networkInterfaces/nic-${id}`.toUpperCase() }] },
          },
        })),
      );
    if (path === '/providers/Microsoft.Network/networkInterfaces')
      return page(
        every.map(({ id, region: location, privateIps: [ip], publicIps: [outside] }) => ({
          id: `${network}/networkInterfaces/nic-${id}`,
          location,
          properties: {
            ipConfigurations: [
              {
                properties: {
                  privateIPAddress: ip,
                  ...(outside ? { publicIPAddress: { id: `${network}/publicIPAddresses/ip-${id}` } } : {}),
                },
              },
            ],
          },
        })),
      );
    if (path === '/providers/Microsoft.Network/publicIPAddresses')
      return page(
        every.map(({ id, region: location, publicIps: [ipAddress] }) => ({
          id: `${network}/publicIPAddresses/IP-${id}`,
          location,
          properties: { ipAddress },
        })),
      );
    return { status: 404, body: { error: { code: 'NotFound', message: 'no' } } };
  };

const googleError = (status: number, reason: string): Answer => ({
  status,
  body: { error: { code: status, message: `no: ${reason}`, status: 'PERMISSION_DENIED', errors: [{ reason, domain: 'global' }] } },
});

/** The token service and Compute Engine. Zones are a and b; the machines are in b. */
export const googleCloud =
  (account: { email: string; key: KeyObject; project: string }, regions: Regions): Cloud =>
  (seen) => {
    if (seen.path === '/token') {
      const assertion = new URLSearchParams(seen.body).get('assertion') ?? '';
      const [header = '', payload = '', signature = ''] = assertion.split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}') as Record<string, unknown>;
      const signed = createVerify('RSA-SHA256').update(`${header}.${payload}`).verify(account.key, signature, 'base64url');
      const right = signed && claims.iss === account.email && claims.aud === 'https://oauth2.googleapis.com/token';
      const lasting = Number(claims.exp) > Date.now() / 1000 && Number(claims.exp) - Number(claims.iat) <= 3600;
      if (!right || !lasting) return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } };
      return { body: { access_token: TOKEN, expires_in: 3599, token_type: 'Bearer' } };
    }
    if (!bearer(seen)) return googleError(401, 'authError');
    const root = `/compute/v1/projects/${account.project}`;
    if (!seen.path.startsWith(root)) return googleError(404, 'notFound');
    const [, kind, name, below] = seen.path.slice(root.length).split('/');
    const regionOf = (id: string) => ({
      name: id,
      zones: ['a', 'b'].map((zone) => `https://compute.googleapis.com${root}/zones/${id}-${zone}`),
    });
    const page = (all: readonly object[]): Answer => {
      const start = Number(seen.query.get('pageToken') ?? 0);
      return {
        body: {
          kind: 'compute#list',
          ...(all.length ? { items: all.slice(start, start + PAGE) } : {}),
          ...(start + PAGE < all.length ? { nextPageToken: `${start + PAGE}` } : {}),
        },
      };
    };
    if (kind === 'regions') return name === undefined ? page(Object.keys(regions).map(regionOf)) : { body: regionOf(name) };
    if (kind !== 'zones' || below !== 'instances') return googleError(404, 'notFound');
    const all = name?.endsWith('-b') ? (regions[name.slice(0, -2)] ?? []) : [];
    return page(
      all.map(({ id, name: named, os, privateIps: [networkIP], publicIps: [natIP] }) => ({
        id,
        name: named,
        networkInterfaces: [{ networkIP, accessConfigs: [{ type: 'ONE_TO_ONE_NAT', ...(natIP ? { natIP } : {}) }] }],
        disks: [{ boot: true, guestOsFeatures: os === 'windows' ? [{ type: 'WINDOWS' }] : [{ type: 'VIRTIO_SCSI_MULTIQUEUE' }] }],
      })),
    );
  };

/** vCenter; every machine has tools but those that `silent` names. */
export function vCenter(login: string, regions: Regions, silent: ReadonlySet<string>): { cloud: Cloud; sessions: Set<string> } {
  const sessions = new Set<string>();
  const error = (status: number, type: string): Answer => ({ status, body: { error_type: type, messages: [{ default_message: login }] } });
  const cloud: Cloud = (seen) => {
    if (seen.path === '/api/session' && seen.method === 'POST') {
      if (seen.headers.authorization !== `Basic ${Buffer.from(login).toString('base64')}`) return error(401, 'UNAUTHENTICATED');
      const id = `session-${sessions.size}-${seen.headers.host}`;
      sessions.add(id);
      return { status: 201, body: JSON.stringify(id) };
    }
    const session = String(seen.headers['vmware-api-session-id']);
    if (!sessions.has(session)) return error(401, 'UNAUTHENTICATED');
    if (seen.path === '/api/session' && seen.method === 'DELETE') {
      sessions.delete(session);
      return { status: 204, body: '' };
    }
    if (seen.path === '/api/vcenter/datacenter')
      return { body: Object.keys(regions).map((datacenter) => ({ datacenter, name: `DC ${datacenter}` })) };
    if (seen.path === '/api/vcenter/vm')
      return {
        body: (regions[seen.query.get('datacenters') ?? ''] ?? []).map(({ id, name }) => ({ vm: id, name, power_state: 'POWERED_ON' })),
      };
    const [, id = '', what] = /^\/api\/vcenter\/vm\/([^/]+)\/guest\/(identity|networking\/interfaces)$/.exec(seen.path) ?? [];
    const found = Object.values(regions)
      .flat()
      .find((one) => one.id === decodeURIComponent(id));
    if (!found) return error(404, 'NOT_FOUND');
    if (silent.has(found.id)) return error(503, 'SERVICE_UNAVAILABLE');
    if (what === 'identity')
      return {
        body: {
          family: found.os.toUpperCase(),
          name: 'X',
          host_name: found.name,
          ip_address: found.privateIps[0],
          full_name: { default_message: 'x' },
        },
      };
    const ips = [...found.privateIps, ...found.publicIps, 'fe80::250:56ff:fe01:1', '169.254.1.2'];
    return {
      body: [
        {
          mac_address: '00:50:56:01:00:01',
          ip: { ip_addresses: ips.map((ip) => ({ ip_address: ip, prefix_length: 24, state: 'PREFERRED' })) },
        },
      ],
    };
  };
  return { cloud, sessions };
}
