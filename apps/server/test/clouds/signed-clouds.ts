import type { CloudInstance } from '../../src/features/cloud/providers/provider.ts';
import type { Answer, Cloud, Seen } from './cloud-server.ts';
import { alibabaSigned, awsSigned, baiduSigned, huaweiSigned, jdSigned, type Pair, tencentSigned } from './signature-checks.ts';

/** Clouds whose requests are signed with a pair of keys. Regions without machines answer empty lists. */
export type Regions = Readonly<Record<string, readonly CloudInstance[]>>;

/** Fewer than asked for: how many come is the cloud's choice. */
const PAGE = 60;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const tag = (name: string, ...inside: string[]): string => `<${name}>${inside.join('')}</${name}>`;

const awsError = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Response><Errors><Error><Code>${code}</Code><Message>AWS says no to ${code}</Message></Error></Errors><RequestID>r</RequestID></Response>`,
});

const awsInstance = ({ id, name, os, privateIps: [ip = ''], publicIps: [outside] }: CloudInstance): string =>
  tag(
    'item',
    tag('instanceId', id),
    tag('instanceState', tag('code', '16'), tag('name', 'running')),
    tag('privateIpAddress', ip),
    ...(outside ? [tag('ipAddress', outside)] : []),
    ...(os === 'windows' ? [tag('platform', 'windows')] : []),
    tag('platformDetails', os === 'windows' ? 'Windows' : 'Linux/UNIX'),
    tag('tagSet', tag('item', tag('key', 'env'), tag('value', 'prod')), tag('item', tag('key', 'Name'), tag('value', escaped(name)))),
    tag(
      'networkInterfaceSet',
      tag('item', tag('privateIpAddressesSet', tag('item', tag('privateIpAddress', ip))), tag('ipv6AddressesSet')),
    ),
  );

/** EC2's query API. */
export const awsCloud =
  (pair: Pair, regions: Regions, home: string): Cloud =>
  (seen) => {
    const asked = new URLSearchParams(seen.body);
    const region = /\/\d{8}\/([^/]+)\//.exec(seen.headers.authorization ?? '')?.[1] ?? '';
    if (!awsSigned(seen, pair, region, 'ec2')) return awsError(401, 'AuthFailure');
    if (seen.method !== 'POST' || asked.get('Version') !== '2016-11-15') return awsError(400, 'InvalidParameterValue');
    const answer = (name: string, inside: string): Answer => ({
      headers: { 'content-type': 'text/xml;charset=UTF-8' },
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>r</requestId>${inside}</${name}>`,
    });
    if (asked.get('Action') === 'DescribeRegions') {
      if (region !== home) return awsError(400, 'InvalidParameterValue');
      return answer(
        'DescribeRegionsResponse',
        tag('regionInfo', ...Object.keys(regions).map((name) => tag('item', tag('regionName', name)))),
      );
    }
    if (asked.get('Action') !== 'DescribeInstances' || !regions[region]) return awsError(400, 'InvalidAction');
    const start = Number(asked.get('NextToken') ?? 0);
    const page = regions[region].slice(start, start + PAGE);
    const gone = tag('item', tag('instanceId', 'i-gone'), tag('instanceState', tag('name', 'terminated')));
    const next = start + PAGE < regions[region].length ? tag('nextToken', String(start + PAGE)) : '';
    return answer(
      'DescribeInstancesResponse',
      tag('reservationSet', tag('item', tag('instancesSet', gone, ...page.map(awsInstance)))) + next,
    );
  };

const aliyunError = (status: number, code: string): Answer => ({
  status,
  body: { Code: code, Message: `the string to sign was ${code}`, RequestId: 'r' },
});

/** ECS, version 2014-05-26. */
export const aliyunCloud =
  (pair: Pair, regions: Regions, mayList = true): Cloud =>
  (seen) => {
    if (!alibabaSigned(seen, pair)) return aliyunError(403, 'SignatureDoesNotMatch');
    if (seen.headers['x-acs-version'] !== '2014-05-26') return aliyunError(404, 'InvalidAction.NotFound');
    const region = seen.query.get('RegionId') ?? '';
    if (seen.headers['x-acs-action'] === 'DescribeRegions')
      return { body: { Regions: { Region: Object.keys(regions).map((id) => ({ RegionId: id, LocalName: `华 ${id}` })) } } };
    // Whoever may not list gets an empty list, and an error only for a dry run.
    if (seen.query.get('DryRun')) return mayList ? aliyunError(400, 'DryRunOperation') : aliyunError(403, 'Forbidden.RAM');
    const start = Number(seen.query.get('NextToken') ?? 0);
    const all = mayList ? (regions[region] ?? []) : [];
    const Instance = all.slice(start, start + PAGE).map(({ id, name, os, privateIps, publicIps }) => ({
      InstanceId: id,
      InstanceName: name,
      OSType: os,
      PublicIpAddress: { IpAddress: [] },
      InnerIpAddress: { IpAddress: [] },
      EipAddress: { IpAddress: publicIps[0] ?? '' },
      VpcAttributes: { PrivateIpAddress: { IpAddress: privateIps } },
      NetworkInterfaces: { NetworkInterface: [{ PrimaryIpAddress: privateIps[0], Ipv6Sets: { Ipv6Set: [] } }] },
    }));
    return { body: { Instances: { Instance }, NextToken: start + PAGE < all.length ? String(start + PAGE) : '', TotalCount: all.length } };
  };

const tencentError = (code: string): Answer => ({ body: { Response: { Error: { Code: code, Message: `no: ${code}` }, RequestId: 'r' } } });

/** CVM and Lighthouse. */
export const tencentCloud =
  (pair: Pair, regions: Regions, service: 'cvm' | 'lighthouse'): Cloud =>
  (seen) => {
    if (!tencentSigned(seen, pair, service)) return tencentError('AuthFailure.SignatureFailure');
    if (seen.headers['x-tc-version'] !== (service === 'cvm' ? '2017-03-12' : '2020-03-24')) return tencentError('NoSuchVersion');
    if (seen.headers['x-tc-action'] === 'DescribeRegions') {
      const RegionSet = Object.keys(regions).map((id) => ({ Region: id, RegionName: `区 ${id}`, RegionState: 'AVAILABLE' }));
      return {
        body: {
          Response: { RegionSet: [...RegionSet, { Region: 'ap-gone', RegionState: 'UNAVAILABLE' }], TotalCount: RegionSet.length + 1 },
        },
      };
    }
    const { Offset = 0, Limit = 20 } = JSON.parse(seen.body) as { Offset?: number; Limit?: number };
    const all = regions[String(seen.headers['x-tc-region'])] ?? [];
    const InstanceSet = all.slice(Offset, Offset + Math.min(Limit, PAGE)).map(({ id, name, os, privateIps, publicIps }) => ({
      InstanceId: id,
      InstanceName: name,
      OsName: os === 'windows' ? 'Windows Server 2022 数据中心版 64位中文版' : 'TencentOS Server 4',
      ...(service === 'cvm'
        ? { PrivateIpAddresses: privateIps, PublicIpAddresses: publicIps.length ? publicIps : null }
        : { PrivateAddresses: privateIps, PublicAddresses: publicIps, PlatformType: os === 'windows' ? 'WINDOWS' : 'LINUX_UNIX' }),
    }));
    return { body: { Response: { TotalCount: all.length, InstanceSet } } };
  };

/** IAM and ECS in one place. The second half of a region's machines are in a project that people made. */
export const huaweiCloud =
  (pair: Pair, regions: Regions): Cloud =>
  (seen: Seen) => {
    if (!huaweiSigned(seen, pair))
      return { status: 401, body: { error_code: 'APIGW.0301', error_msg: 'Incorrect IAM authentication information', request_id: 'r' } };
    if (seen.path === '/v3/auth/projects') {
      const projects = Object.keys(regions).flatMap((region) => [
        { id: `p-${region}`, name: region, enabled: true },
        { id: `q-${region}`, name: `${region}_web`, enabled: true },
      ]);
      return {
        body: { projects: [...projects, { id: 'mos', name: 'MOS', enabled: true }, { id: 'off', name: 'eu-off-1', enabled: false }] },
      };
    }
    const [, project = ''] = /^\/v1\/([^/]+)\/cloudservers\/detail$/.exec(seen.path) ?? [];
    if (!project || seen.headers['x-project-id'] !== project) return { status: 404, body: { error: { code: 'Ecs.0100', message: 'no' } } };
    const whole = regions[project.slice(2)] ?? [];
    const all = project.startsWith('p-') ? whole.slice(0, 120) : whole.slice(120);
    const [limit, offset] = [Number(seen.query.get('limit')), Number(seen.query.get('offset'))];
    const servers = all.slice((offset - 1) * limit, offset * limit).map(({ id, name, os, privateIps, publicIps }) => ({
      id,
      name,
      metadata: { os_type: os === 'windows' ? 'Windows' : 'Linux' },
      addresses: {
        'vpc-1': [
          ...privateIps.map((addr) => ({ addr, version: '4', 'OS-EXT-IPS:type': 'fixed' })),
          ...publicIps.map((addr) => ({ addr, version: '4', 'OS-EXT-IPS:type': 'floating' })),
        ],
      },
    }));
    return { body: { count: all.length, servers } };
  };

const baiduError = (status: number, code: string): Answer => ({ status, body: { requestId: 'r', code, message: `no: ${code}` } });

/** BCC of one region; it is told apart by the machines it is given. */
export const baiduCloud =
  (pair: Pair, regions: Regions, region: () => string): Cloud =>
  (seen) => {
    if (!baiduSigned(seen, pair)) return baiduError(403, 'SignatureDoesNotMatch');
    if (seen.path !== '/v2/instance') return baiduError(404, 'NoSuchObject');
    const all = regions[region()] ?? [];
    const start = Number(seen.query.get('marker') ?? 0);
    const more = start + PAGE < all.length;
    const instances = all.slice(start, start + PAGE).map(({ id, name, os, privateIps, publicIps }) => ({
      id,
      name,
      osName: os === 'windows' ? 'Windows Server' : 'CentOS',
      internalIp: privateIps[0],
      publicIp: publicIps[0] ?? '',
      nicInfo: { ips: [{ privateIp: privateIps[0], eip: publicIps[0] ?? 'null' }] },
    }));
    return { body: { marker: `${start}`, isTruncated: more, maxKeys: 100, ...(more ? { nextMarker: `${start + PAGE}` } : {}), instances } };
  };

/** Virtual machines of JD Cloud; its pages are numbered, so they are as long as asked for. */
export const jdCloud =
  (pair: Pair, regions: Regions): Cloud =>
  (seen) => {
    const [, region = ''] = /^\/v1\/regions\/([^/]+)\/instances$/.exec(seen.path) ?? [];
    if (!jdSigned(seen, pair, region))
      return { status: 401, body: { requestId: 'r', error: { code: 401, status: 'HTTP_UNAUTHORIZED', message: 'no' } } };
    const all = regions[region] ?? [];
    const [number, size] = [Number(seen.query.get('pageNumber')), Number(seen.query.get('pageSize'))];
    const instances = all.slice((number - 1) * size, number * size).map(({ id, name, os, privateIps, publicIps }) => ({
      instanceId: id,
      instanceName: name,
      osType: os,
      privateIpAddress: privateIps[0],
      elasticIpAddress: publicIps[0] ?? '',
    }));
    return { body: { requestId: 'r', result: { instances, totalCount: all.length } } };
  };

export const throttledAnswers: Readonly<Record<'aws' | 'aliyun' | 'tencent' | 'huawei' | 'baidu' | 'jd', Answer>> = {
  baidu: baiduError(400, 'RequestLimitExceeded'),
  jd: { status: 429, headers: { 'retry-after': '0' }, body: { error: { code: 429, status: 'QUOTA_EXCEEDED' } } },
  aws: awsError(503, 'RequestLimitExceeded'),
  aliyun: aliyunError(400, 'Throttling.User'),
  tencent: tencentError('RequestLimitExceeded'),
  huawei: {
    status: 429,
    headers: { 'retry-after': '0' },
    body: { error_code: 'APIGW.0308', error_msg: 'The throttling threshold has been reached' },
  },
};
