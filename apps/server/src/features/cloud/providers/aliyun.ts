import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { vendorEndpoint } from './endpoints.ts';
import { byKey, checkedRegion } from './parts.ts';
import { CloudError, type CloudProvider } from './provider.ts';
import { ask, parsed, read } from './requests.ts';
import { machine, many, maybe, osOf, pages } from './responses.ts';
import { acs3 } from './signing/acs3.ts';
import { type Key, queryOf } from './signing/digest.ts';
import type { CloudTools } from './tools.ts';

/** The version of ECS's API. */
const VERSION = '2014-05-26';
/** The region that is asked for the list of regions. */
const HOME = 'cn-hangzhou';

const addresses = z
  .object({ IpAddress: many(z.string()) })
  .nullish()
  .transform((value) => value?.IpAddress ?? []);

const Failure = z.object({ Code: z.string() });
const Regions = z.object({ Regions: z.object({ Region: z.array(z.object({ RegionId: z.string(), LocalName: maybe })) }) });
const Interface = z.object({
  PrimaryIpAddress: maybe,
  PrivateIpSets: z.object({ PrivateIpSet: many(z.object({ PrivateIpAddress: maybe })) }).nullish(),
  Ipv6Sets: z.object({ Ipv6Set: many(z.object({ Ipv6Address: maybe })) }).nullish(),
});
const Instance = z.object({
  InstanceId: z.string().min(1),
  InstanceName: maybe,
  OSType: maybe,
  PublicIpAddress: addresses,
  InnerIpAddress: addresses,
  EipAddress: z.object({ IpAddress: maybe }).nullish(),
  VpcAttributes: z.object({ PrivateIpAddress: addresses }).nullish(),
  NetworkInterfaces: z.object({ NetworkInterface: many(Interface) }).nullish(),
});
const Instances = z.object({ Instances: z.object({ Instance: z.array(Instance) }), NextToken: maybe });

const errorOf = ({ status, body }: { status: number; body: string }): string | undefined =>
  status < 400 ? undefined : (Failure.safeParse(parsed(body)).data?.Code ?? '');

/** Alibaba Cloud ECS. The key needs ecs:DescribeRegions and ecs:DescribeInstances. */
export function aliyun(tools: CloudTools): CloudProvider {
  async function call(
    key: Key,
    region: string,
    action: string,
    more: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<unknown> {
    const origin = (tools.endpointOf ?? vendorEndpoint)('aliyun', 'ecs', checkedRegion(region));
    const query = { RegionId: region, ...more };
    const build = () => ({
      url: `${origin}/?${queryOf(query)}`,
      method: 'POST' as const,
      headers: {
        accept: 'application/json',
        ...acs3({ host: new URL(origin).host, action, version: VERSION, query, key, at: new Date(), nonce: randomUUID() }),
      },
    });
    return parsed((await ask({ tools, signal, build, errorOf })).body);
  }

  /** A key without the right to list gets an empty list. A dry run tells: it ends in an error of its own when all is well. */
  async function mayList(key: Key, region: string, signal: AbortSignal): Promise<void> {
    try {
      await call(key, region, 'DescribeInstances', { DryRun: 'true' }, signal);
    } catch (error) {
      if (!(error instanceof CloudError && error.detail.endsWith(' DryRunOperation'))) throw error;
    }
  }

  return byKey({
    async regions(key, signal) {
      const { Regions: found } = read(Regions, await call(key, HOME, 'DescribeRegions', {}, signal));
      return found.Region.map(({ RegionId, LocalName }) => ({ id: RegionId, name: LocalName || RegionId }));
    },
    async *instances(key, region, signal) {
      yield* pages('', async (token: string) => {
        const more: Record<string, string> = token ? { NextToken: token } : {};
        const answer = read(Instances, await call(key, region, 'DescribeInstances', { MaxResults: '100', ...more }, signal));
        if (!token && !answer.Instances.Instance.length) await mayList(key, region, signal);
        const items = answer.Instances.Instance.map((one) => {
          const interfaces = one.NetworkInterfaces?.NetworkInterface ?? [];
          const own = interfaces.flatMap((at) => [
            at.PrimaryIpAddress,
            ...(at.PrivateIpSets?.PrivateIpSet ?? []).map((ip) => ip.PrivateIpAddress),
          ]);
          const sixes = interfaces.flatMap((at) => (at.Ipv6Sets?.Ipv6Set ?? []).map((ip) => ip.Ipv6Address));
          return machine({
            id: one.InstanceId,
            name: one.InstanceName,
            region,
            os: osOf(one.OSType),
            privateIps: [...(one.VpcAttributes?.PrivateIpAddress ?? []), ...one.InnerIpAddress, ...own],
            publicIps: [one.EipAddress?.IpAddress ?? '', ...one.PublicIpAddress, ...sixes],
          });
        });
        return { items, next: answer.NextToken || undefined };
      });
    },
  });
}
