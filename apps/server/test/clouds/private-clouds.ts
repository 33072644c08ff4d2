import { createHash } from 'node:crypto';
import type { Answer, Cloud, Seen } from './cloud-server.ts';
import type { Regions } from './signed-clouds.ts';

/** Clouds whose place an administrator names. Machines whose system is `other` do not say what they run. */

const PAGE = 60;

export interface KeystoneUser {
  username: string;
  domain: string;
  password: string;
}

/** Keystone and Nova in one place; machines are spread over two projects, a third one is switched off. */
export const openStackCloud =
  (user: KeystoneUser, regions: Regions, origin: () => string): Cloud =>
  (seen: Seen) => {
    const refused: Answer = { status: 401, body: { error: { code: 401, title: 'Unauthorized', message: `no ${user.password}` } } };
    if (seen.path === '/v3/auth/tokens') {
      const { auth } = JSON.parse(seen.body) as {
        auth: {
          identity: {
            methods: string[];
            password?: { user: { name: string; password: string; domain: { name: string } } };
            token?: { id: string };
          };
          scope: 'unscoped' | { project: { id: string } };
        };
      };
      if (auth.scope === 'unscoped') {
        const given = auth.identity.password?.user;
        if (given?.name !== user.username || given.password !== user.password || given.domain.name !== user.domain) return refused;
        return { status: 201, headers: { 'x-subject-token': 'unscoped' }, body: { token: { methods: ['password'] } } };
      }
      if (auth.identity.token?.id !== 'unscoped') return refused;
      const { id } = auth.scope.project;
      const endpoints = Object.keys(regions).flatMap((region) => [
        { interface: 'public', region_id: region, region, url: `${origin()}/nova/${region}/v2.1/` },
        { interface: 'internal', region_id: region, region, url: 'http://169.254.169.254/v2.1' },
      ]);
      const catalog = [
        { type: 'identity', endpoints: [] },
        { type: 'compute', endpoints },
      ];
      return { status: 201, headers: { 'x-subject-token': `for-${id}` }, body: { token: { project: { id }, catalog } } };
    }
    const token = String(seen.headers['x-auth-token']);
    if (seen.path === '/v3/auth/projects' && token === 'unscoped')
      return {
        body: {
          projects: [
            { id: 'one', name: 'one', enabled: true },
            { id: 'two', enabled: true },
            { id: 'off', enabled: false },
          ],
        },
      };
    const [, region = ''] = /^\/nova\/([^/]+)\/v2\.1\/servers\/detail$/.exec(seen.path) ?? [];
    if (!region || !['for-one', 'for-two'].includes(token)) return refused;
    const all = (regions[region] ?? []).filter((_, at) => at < 100 === (token === 'for-one'));
    const marker = seen.query.get('marker');
    const start = marker ? all.findIndex(({ id }) => id === marker) + 1 : 0;
    const servers = all.slice(start, start + PAGE).map(({ id, name, os, privateIps, publicIps }) => ({
      id,
      name,
      status: 'ACTIVE',
      metadata: os === 'other' ? {} : { os_type: os },
      addresses: {
        net: [
          ...privateIps.map((addr) => ({ addr, version: 4, 'OS-EXT-IPS:type': 'fixed' })),
          ...publicIps.map((addr) => ({ addr, version: 4, 'OS-EXT-IPS:type': 'floating' })),
        ],
      },
    }));
    const gone = { id: `gone-${start}`, name: 'gone', status: 'DELETED', addresses: {}, metadata: {} };
    const more = start + PAGE < all.length;
    const links = [{ rel: 'next', href: 'http://169.254.169.254/next' }];
    return { body: { servers: [gone, ...servers], ...(more ? { servers_links: links } : {}) } };
  };

/** Prism Central; regions are clusters. */
export const prismCentral =
  (login: string, regions: Regions): Cloud =>
  (seen) => {
    if (seen.headers.authorization !== `Basic ${Buffer.from(login).toString('base64')}`)
      return { status: 401, body: { state: 'ERROR', code: 401, message_list: [{ reason: 'AUTHENTICATION_REQUIRED', message: login }] } };
    const { kind, length, offset } = JSON.parse(seen.body) as { kind: string; length: number; offset: number };
    const page = (all: readonly object[]): Answer => ({
      body: {
        api_version: '3.1',
        metadata: { total_matches: all.length, kind, length, offset },
        entities: all.slice(offset, offset + Math.min(length, PAGE)),
      },
    });
    if (seen.path === '/api/nutanix/v3/clusters/list')
      return page([
        ...Object.keys(regions).map((uuid) => ({
          metadata: { uuid },
          status: { name: `C ${uuid}`, resources: { config: { service_list: ['AOS'] } } },
        })),
        { metadata: { uuid: 'pc' }, status: { name: 'Unnamed', resources: { config: { service_list: ['PRISM_CENTRAL'] } } } },
      ]);
    if (seen.path !== '/api/nutanix/v3/vms/list') return { status: 404, body: { message_list: [{ reason: 'NOT_FOUND' }] } };
    return page(
      Object.values(regions)
        .flat()
        .map(({ id: uuid, name, os, region, privateIps, publicIps }) => ({
          metadata: { uuid, kind: 'vm' },
          status: {
            name,
            cluster_reference: { kind: 'cluster', uuid: region },
            resources: {
              nic_list: [{ ip_endpoint_list: [...privateIps, ...publicIps].map((ip) => ({ ip, type: 'ASSIGNED' })) }],
              ...(os === 'other' ? {} : { guest_tools: { nutanix_guest_tools: { guest_os_version: `${os}:64:some` } } }),
            },
          },
        })),
    );
  };

/** UCloud checks its signature over all parameters but the signature. */
export const uCloud =
  (keys: { publicKey: string; privateKey: string; project: string }, regions: Regions): Cloud =>
  (seen) => {
    const given = Object.fromEntries(new URLSearchParams(seen.body));
    const { Signature, ...rest } = given;
    let text = '';
    for (const name of Object.keys(rest).sort()) text += name + rest[name];
    const expected = createHash('sha1')
      .update(text + keys.privateKey)
      .digest('hex');
    if (rest.PublicKey !== keys.publicKey || Signature !== expected)
      return { body: { RetCode: 171, Message: `Signature VerifyAC Error ${keys.privateKey}` } };
    if (rest.ProjectId !== keys.project) return { body: { RetCode: 299, Message: 'IAM permission error' } };
    if (rest.Action === 'GetRegion')
      return {
        body: {
          RetCode: 0,
          Regions: Object.keys(regions).flatMap((Region) => ['01', '02'].map((zone) => ({ Region, Zone: `${Region}-${zone}` }))),
        },
      };
    const all = regions[rest.Region ?? ''] ?? [];
    const [offset, limit] = [Number(rest.Offset), Number(rest.Limit)];
    const UHostSet = all.slice(offset, offset + Math.min(limit, PAGE)).map(({ id, name, os, privateIps, publicIps }) => ({
      UHostId: id,
      Name: name,
      OsType: os === 'windows' ? 'Windows' : 'Linux',
      OsName: os === 'windows' ? 'Windows 2022 64位' : 'Ubuntu 24.04',
      IPSet: [...privateIps.map((IP) => ({ Type: 'Private', IP })), ...publicIps.map((IP) => ({ Type: 'Bgp', IP }))],
    }));
    return { body: { RetCode: 0, Action: 'DescribeUHostInstanceResponse', TotalCount: all.length, UHostSet } };
  };
