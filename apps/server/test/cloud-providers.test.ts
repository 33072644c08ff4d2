import { generateKeyPairSync } from 'node:crypto';
import tls from 'node:tls';
import { ownCertificate } from '@postern/testkit/own-certificate';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createProviders } from '../src/features/cloud/providers/index.ts';
import { type CloudAttrs, CloudError, type CloudInstance, type CloudProvider } from '../src/features/cloud/providers/provider.ts';
import type { CloudTools } from '../src/features/cloud/providers/tools.ts';
import { createOutbound } from '../src/platform/outbound/outbound.ts';
import { type Answer, type Cloud, type CloudServer, machines, startCloud } from './clouds/cloud-server.ts';
import { openStackCloud, prismCentral, uCloud } from './clouds/private-clouds.ts';
import {
  aliyunCloud,
  awsCloud,
  baiduCloud,
  huaweiCloud,
  jdCloud,
  type Regions,
  tencentCloud,
  throttledAnswers,
} from './clouds/signed-clouds.ts';
import { azureCloud, googleCloud, vCenter } from './clouds/token-clouds.ts';

const SECRET = 'canary-secret-91c7';
const PAIR = { id: 'AKIDTEST', secret: SECRET };
const KEYS = { access_key_id: PAIR.id, access_key_secret: SECRET };
const WRONG_KEYS = { ...KEYS, access_key_secret: 'canary-wrong-22ab' };

const google = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keyFile = (key: typeof google.privateKey) => ({
  type: 'service_account',
  project_id: 'demo-1',
  private_key_id: 'k1',
  private_key: String(key.export({ type: 'pkcs8', format: 'pem' })),
  client_email: 'sync@demo-1.iam.gserviceaccount.com',
  token_uri: 'http://169.254.169.254/computeMetadata/v1/instance/service-accounts/default/token',
});

const AZURE = { tenant: 'tenant-1', client: 'client-1', secret: SECRET, subscription: 'sub-1' };
const AZURE_ATTRS = { client_id: AZURE.client, client_secret: SECRET, tenant_id: AZURE.tenant, subscription_id: AZURE.subscription };

interface Case {
  provider: string;
  full: string;
  empty: string;
  attrs: CloudAttrs;
  wrong: CloudAttrs;
  throttled: Answer;
  /** The attribute that says where the cloud is; the others are found at their vendor's. */
  place?: string;
  /** Its machines do not all say what they run. */
  reticent?: boolean;
  /** It is not asked for its regions: they are a list of ours. */
  listed?: boolean;
  /** `region` is the one that the endpoint of the last request stands for. */
  cloud(regions: Regions, origin: () => string, region: () => string): Cloud;
}

const signed = { attrs: KEYS, wrong: WRONG_KEYS };
const CASES: readonly Case[] = [
  {
    ...signed,
    provider: 'aws_international',
    full: 'eu-central-1',
    empty: 'us-east-1',
    throttled: throttledAnswers.aws,
    cloud: (regions) => awsCloud(PAIR, regions, 'us-east-1'),
  },
  {
    ...signed,
    provider: 'aws_china',
    full: 'cn-north-1',
    empty: 'cn-northwest-1',
    throttled: throttledAnswers.aws,
    cloud: (regions) => awsCloud(PAIR, regions, 'cn-north-1'),
  },
  {
    ...signed,
    provider: 'aliyun',
    full: 'cn-shanghai',
    empty: 'ap-southeast-1',
    throttled: throttledAnswers.aliyun,
    cloud: (regions) => aliyunCloud(PAIR, regions),
  },
  {
    ...signed,
    provider: 'qcloud',
    full: 'ap-guangzhou',
    empty: 'ap-tokyo',
    throttled: throttledAnswers.tencent,
    cloud: (regions) => tencentCloud(PAIR, regions, 'cvm'),
  },
  {
    ...signed,
    provider: 'qcloud_lighthouse',
    full: 'ap-guangzhou',
    empty: 'ap-tokyo',
    throttled: throttledAnswers.tencent,
    cloud: (regions) => tencentCloud(PAIR, regions, 'lighthouse'),
  },
  {
    ...signed,
    provider: 'huaweicloud',
    full: 'cn-north-4',
    empty: 'ap-southeast-3',
    throttled: throttledAnswers.huawei,
    cloud: (regions) => huaweiCloud(PAIR, regions),
  },
  {
    ...signed,
    provider: 'baiducloud',
    full: 'bj',
    empty: 'hkg',
    listed: true,
    throttled: throttledAnswers.baidu,
    cloud: (regions, _origin, region) => baiduCloud(PAIR, regions, region),
  },
  {
    ...signed,
    provider: 'jdcloud',
    full: 'cn-north-1',
    empty: 'cn-east-2',
    listed: true,
    throttled: throttledAnswers.jd,
    cloud: (regions) => jdCloud(PAIR, regions),
  },
  ...['azure', 'azure_international'].map((provider) => ({
    provider,
    full: 'westeurope',
    empty: 'japaneast',
    attrs: AZURE_ATTRS,
    wrong: { ...AZURE_ATTRS, client_secret: 'canary-wrong-22ab' },
    throttled: { status: 429, headers: { 'retry-after': '0' }, body: { error: { code: 'TooManyRequests' } } },
    cloud: (regions: Regions, origin: () => string) => azureCloud(AZURE, regions, origin),
  })),
  {
    provider: 'gcp',
    full: 'europe-west3',
    empty: 'asia-east1',
    attrs: { service_account_key: keyFile(google.privateKey) },
    wrong: { service_account_key: JSON.stringify(keyFile(stranger.privateKey)) },
    throttled: { status: 403, body: { error: { status: 'RESOURCE_EXHAUSTED', errors: [{ reason: 'rateLimitExceeded' }] } } },
    cloud: (regions) => googleCloud({ email: 'sync@demo-1.iam.gserviceaccount.com', key: google.publicKey, project: 'demo-1' }, regions),
  },
];

const PRIVATE: readonly Case[] = [
  {
    provider: 'openstack',
    full: 'RegionOne',
    empty: 'RegionTwo',
    place: 'auth_url',
    reticent: true,
    attrs: { user_domain_name: 'Default', username: 'reader', password: SECRET },
    wrong: { user_domain_name: 'Default', username: 'reader', password: 'canary-wrong-22ab' },
    throttled: { status: 429, body: 'slow down' },
    cloud: (regions, origin) => openStackCloud({ domain: 'Default', username: 'reader', password: SECRET }, regions, origin),
  },
  {
    provider: 'nutanix',
    full: '0005b6f1-8f43-a0f2-02b7-3cecef193712',
    empty: '0005b6f1-8f43-a0f2-02b7-3cecef193799',
    place: 'api_endpoint',
    reticent: true,
    ...signed,
    throttled: { status: 429, headers: { 'retry-after': '0' }, body: { message_list: [{ reason: 'TOO_MANY_REQUESTS' }] } },
    cloud: (regions) => prismCentral(`${PAIR.id}:${SECRET}`, regions),
  },
  {
    provider: 'ucloud',
    full: 'cn-bj2',
    empty: 'hk',
    place: 'base_url',
    attrs: { public_key: 'pub-1', private_key: SECRET, project: 'org-1' },
    wrong: { public_key: 'pub-1', private_key: 'canary-wrong-22ab', project: 'org-1' },
    throttled: { status: 429, body: {} },
    cloud: (regions) => uCloud({ publicKey: 'pub-1', privateKey: SECRET, project: 'org-1' }, regions),
  },
];

const outbound = createOutbound({ allow: ['127.0.0.1'] });
afterAll(() => outbound.close());

let server: CloudServer;
afterEach(() => server.stop());

async function gathered(pages: AsyncIterable<readonly CloudInstance[]>): Promise<CloudInstance[]> {
  const all: CloudInstance[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

/** The error as somebody would read it in a log. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => new Error('it worked'),
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(CloudError);
  const { message, stack, cause } = error as CloudError;
  expect(`${message} ${stack} ${JSON.stringify(error)} ${(cause as Error | undefined)?.stack} ${JSON.stringify(cause)}`).not.toContain(
    'canary',
  );
  expect(`${message} ${stack}`).not.toContain('PRIVATE KEY');
  return message;
}

const within = () => AbortSignal.timeout(10_000);

describe.each([...CASES, ...PRIVATE])(
  '$provider',
  ({ provider: name, full, empty, place, reticent, listed, throttled, cloud, ...given }) => {
    let provider: CloudProvider;
    let [attrs, wrong] = [given.attrs, given.wrong];
    const expected = machines(full).map((one, at) => (reticent && at % 7 === 1 ? { ...one, os: 'other' as const } : one));

    async function scene(): Promise<void> {
      let last = '';
      const endpointOf = (_provider: string, _service: string, region: string): string => {
        last = region;
        return server.origin;
      };
      const machinesOf = { [empty]: [], [full]: expected };
      server = await startCloud(
        cloud(
          machinesOf,
          () => server.origin,
          () => last,
        ),
      );
      const asked = createProviders({ outbound, pause: 1, endpointOf })[name];
      if (!asked) throw new Error(`${name} is not offered`);
      provider = asked;
      const where = place ? { [place]: `${server.origin}/` } : {};
      [attrs, wrong] = [
        { ...given.attrs, ...where },
        { ...given.wrong, ...where },
      ];
    }

    /** The first question that reaches the cloud. */
    const probe = (signal = within()): Promise<readonly unknown[]> =>
      listed ? gathered(provider.instances(attrs, full, signal)) : provider.regions(attrs, signal);

    test('names its regions, and every machine of one over several pages', async () => {
      await scene();
      await provider.test(attrs, within());
      const regions = await provider.regions(attrs, within());
      const ids = regions.map(({ id }) => id).sort();
      expect(listed ? ids.filter((id) => [full, empty].includes(id)) : ids).toEqual([full, empty].sort());
      expect(regions.every((region) => region.name !== '')).toBe(true);
      const pages: number[] = [];
      for await (const page of provider.instances(attrs, full, within())) pages.push(page.length);
      expect(pages.length).toBeGreaterThan(1);
      expect(await gathered(provider.instances(attrs, full, within()))).toEqual(expected);
    });

    test('a region without machines is no error', async () => {
      await scene();
      expect(await gathered(provider.instances(attrs, empty, within()))).toEqual([]);
    });

    test('is asked again when it throttles, and not for ever', async () => {
      await scene();
      server.faults.push(throttled, throttled);
      expect(await gathered(provider.instances(attrs, full, within()))).toHaveLength(expected.length);
      server.intercept = () => throttled;
      const before = server.seen.length;
      expect(await refusal(probe())).toMatch(/^throttled: /);
      expect(server.seen.length - before).toBe(5);
    });

    test('a wrong key is denied, and nothing of it is repeated', async () => {
      await scene();
      expect(await refusal(provider.test(wrong, within()))).toMatch(/^denied: /);
      expect(await refusal(gathered(provider.instances(wrong, full, within())))).toMatch(/^denied: /);
    });

    test('missing attributes are denied before anything is sent', async () => {
      await scene();
      for (const { name: field } of provider.fields) {
        const { [field]: _gone, ...rest } = attrs;
        expect(await refusal(provider.test(rest, within()))).toBe(`denied: ${field}`);
      }
      expect(server.seen).toEqual([]);
    });

    test.each(['', 'null', '[]', '{}', '"text"', '{"cut', '<html>502</html>', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', '\u0000\u0001'])(
      'an answer %j is unexpected',
      async (body) => {
        await scene();
        server.faults.push({ body });
        const outcome = await probe().then(
          (found) => `found ${found.length}`,
          (error: CloudError) => error.code,
        );
        expect(outcome).toBe('unexpected');
        // Where machines are listed it matters more: an answer that reads as nothing would release all that is there.
        server.intercept = ({ path, body: asked }) =>
          /token$|\/auth\//.test(path) || /DescribeRegions/.test(asked) ? undefined : { body };
        expect(await refusal(gathered(provider.instances(attrs, full, within())))).toMatch(/^unexpected: /);
      },
    );

    test('a region that could end a host name elsewhere is never asked for', async () => {
      await scene();
      // Where the region is no part of a host name, the cloud does not know it.
      for (const region of ['evil.example/', 'a@evil.example', 'x.', '', '../x', 'A B', 'a'.repeat(80)])
        if (place) expect(await gathered(provider.instances(attrs, region, within()))).toEqual([]);
        else expect(await refusal(gathered(provider.instances(attrs, region, within())))).toMatch(/^unexpected: region/);
    });

    test('it is unreachable when nobody is there, when it breaks, and when the caller gives up', async () => {
      await scene();
      server.faults.push({ status: 502, body: 'bad gateway canary' });
      expect(await refusal(probe())).toMatch(/^unreachable: 502/);
      expect(await refusal(probe(AbortSignal.abort()))).toBe('unreachable: aborted');
      await server.stop();
      expect(await refusal(probe())).toMatch(/^unreachable: /);
    });
  },
);

test.each(PRIVATE)(
  '$provider: the address is one, and leads to no place that is refused',
  async ({ provider, place = '', attrs, cloud }) => {
    server = await startCloud(
      cloud(
        {},
        () => server.origin,
        () => '',
      ),
    );
    const strict = createProviders({ outbound: createOutbound({ allow: [] }) })[provider] as CloudProvider;
    const at = (url: string): CloudAttrs => ({ ...attrs, [place]: url });
    for (const url of ['nonsense', 'ftp://x/', 'https://u:canary@x/', 'https://x/?key=canary', 'https://x/#a', 'file:///etc/passwd'])
      expect(await refusal(strict.test(at(url), within()))).toBe(`unexpected: ${place}`);
    for (const host of ['127.0.0.1', 'localhost', '169.254.169.254', '[fd00:ec2::254]', '2130706433'])
      expect(await refusal(strict.test(at(`https://${host}:${server.port}/`), within()))).toBe('unreachable: blocked address');
    expect(server.seen).toEqual([]);
  },
);

const VENDORS =
  /(?:^|\.)(vm\.jdcloud-api\.com|baidubce\.com|amazonaws\.com(\.cn)?|aliyuncs\.com|tencentcloudapi\.com|myhuaweicloud\.com|googleapis\.com|microsoftonline\.com|chinacloudapi\.cn)$/;

test.each(CASES)('$provider: by itself it goes to the vendor, by TLS', async ({ provider, attrs, cloud }) => {
  server = await startCloud(
    cloud(
      {},
      () => server.origin,
      () => '',
    ),
  );
  const urls: URL[] = [];
  const watched: CloudTools['outbound'] = {
    fetch(url) {
      urls.push(new URL(url));
      return outbound.fetch(server.origin);
    },
  };
  await createProviders({ outbound: watched })
    [provider]?.test(attrs, within())
    .catch(() => undefined);
  expect(urls.map(({ protocol, hostname }) => `${protocol} ${VENDORS.test(hostname)}`)).toEqual(['https: true']);
});

test('Azure: the token goes to no other host, whatever the next page is said to be', async () => {
  const other = await startCloud(() => ({ body: { value: [] } }));
  try {
    server = await startCloud(azureCloud(AZURE, { westeurope: [] }, () => server.origin));
    server.intercept = (seen) =>
      seen.path.endsWith('/locations') ? { body: { value: [], nextLink: `${other.origin}/steal` } } : undefined;
    const provider = createProviders({ outbound, endpointOf: () => server.origin }).azure as CloudProvider;
    expect(await refusal(provider.regions(AZURE_ATTRS, within()))).toBe('unexpected: nextLink');
    expect(other.seen).toEqual([]);
  } finally {
    await other.stop();
  }
});

test('Alibaba Cloud: a key that may not list is denied, although it gets a list', async () => {
  server = await startCloud(aliyunCloud(PAIR, { 'cn-shanghai': machines('cn-shanghai') }, false));
  const provider = createProviders({ outbound, endpointOf: () => server.origin }).aliyun as CloudProvider;
  expect(await refusal(provider.test(KEYS, within()))).toBe('denied: 403 Forbidden.RAM');
  expect(await refusal(gathered(provider.instances(KEYS, 'cn-shanghai', within())))).toBe('denied: 403 Forbidden.RAM');
});

test('a listing that turns in a circle ends', async () => {
  server = await startCloud(aliyunCloud(PAIR, { 'cn-shanghai': machines('cn-shanghai') }));
  server.intercept = () => ({ body: { Instances: { Instance: [{ InstanceId: 'i-1' }] }, NextToken: 'again' } });
  const provider = createProviders({ outbound, endpointOf: () => server.origin }).aliyun as CloudProvider;
  expect(await refusal(gathered(provider.instances(KEYS, 'cn-shanghai', within())))).toBe('unexpected: endless pages');
});

describe('vmware', () => {
  const USER = { username: 'reader@vsphere.local', password: SECRET };
  const expected = machines('datacenter-3', 70).map((one, at) =>
    at === 1 ? { ...one, os: 'other' as const, privateIps: [], publicIps: [] } : one,
  );
  const identity = ownCertificate();
  const before = tls.getCACertificates('default');
  beforeAll(() => tls.setDefaultCACertificates([identity.cert]));
  afterAll(() => tls.setDefaultCACertificates(before));

  let sessions: Set<string>;
  const provider = createProviders({ outbound, pause: 1 }).vmware as CloudProvider;
  const attrs = (): CloudAttrs => ({ host: '127.0.0.1', port: server.port, ...USER });
  async function scene(): Promise<void> {
    const found = vCenter(
      `${USER.username}:${SECRET}`,
      { 'datacenter-3': expected, 'datacenter-9': [] },
      new Set(expected.slice(1, 2).map(({ id }) => id)),
    );
    sessions = found.sessions;
    server = await startCloud(found.cloud, identity);
  }

  test('datacenters are its regions; guests say their addresses, silent ones have none; it logs out', async () => {
    await scene();
    await provider.test(attrs(), within());
    expect(await provider.regions(attrs(), within())).toEqual([
      { id: 'datacenter-3', name: 'DC datacenter-3' },
      { id: 'datacenter-9', name: 'DC datacenter-9' },
    ]);
    expect(await gathered(provider.instances(attrs(), 'datacenter-3', within()))).toEqual(expected);
    // A page is written to the database as it comes: an empty one would be a write of nothing.
    for await (const page of provider.instances(attrs(), 'datacenter-9', within())) expect.fail(`a page of ${page.length}`);
    expect([...sessions]).toEqual([]);
  });

  test('a wrong password is denied; what breaks in the middle logs out, too', async () => {
    await scene();
    expect(await refusal(provider.test({ ...attrs(), password: 'canary-wrong-22ab' }, within()))).toMatch(/^denied: 401 UNAUTHENTICATED/);
    server.intercept = (seen) =>
      seen.path === '/api/vcenter/vm' ? { status: 500, body: { error_type: 'ERROR', messages: ['canary'] } } : undefined;
    expect(await refusal(gathered(provider.instances(attrs(), 'datacenter-3', within())))).toBe('unreachable: 500 ERROR');
    server.intercept = (seen) => (seen.path === '/api/vcenter/vm' ? { body: '{"not": "a list"}' } : undefined);
    expect(await refusal(gathered(provider.instances(attrs(), 'datacenter-3', within())))).toMatch(/^unexpected: answer/);
    expect([...sessions]).toEqual([]);
  });

  test('loopback, metadata and what is no host are refused; a certificate that nobody vouches for is, too', async () => {
    await scene();
    const strict = createProviders({ outbound: createOutbound({ allow: [] }) }).vmware as CloudProvider;
    for (const host of ['127.0.0.1', 'localhost', '169.254.169.254', '::1', 'fd00:ec2::254'])
      expect(await refusal(strict.test({ ...attrs(), host }, within()))).toBe('unreachable: blocked address');
    for (const host of ['a/b', 'u:canary@evil.example', 'x?', 'x#', 'a b', '-x'])
      expect(await refusal(provider.test({ ...attrs(), host }, within()))).toBe('unexpected: host');
    for (const port of [0, 70_000, 'x', '443@evil'])
      expect(await refusal(provider.test({ ...attrs(), port }, within()))).toBe('unexpected: host');
    tls.setDefaultCACertificates(before);
    try {
      expect(await refusal(provider.test(attrs(), within()))).toMatch(/^unreachable: untrusted/);
    } finally {
      tls.setDefaultCACertificates([identity.cert]);
    }
  });
});
