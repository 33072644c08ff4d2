import { z } from 'zod';
import { vendorEndpoint } from './endpoints.ts';
import { byKey, checkedRegion } from './parts.ts';
import { CloudError, type CloudProvider } from './provider.ts';
import { ask, parsed, read } from './requests.ts';
import { machine, many, maybe, osOf, pages } from './responses.ts';
import type { Key } from './signing/digest.ts';
import { tc3 } from './signing/tc3.ts';
import type { CloudTools } from './tools.ts';

/** Cloud servers (CVM) and Lighthouse differ in their names for the same things. */
const SERVICES = {
  qcloud: { service: 'cvm', version: '2017-03-12' },
  qcloud_lighthouse: { service: 'lighthouse', version: '2020-03-24' },
} as const;

const LIMIT = 100;

const Failure = z.object({ Response: z.object({ Error: z.object({ Code: z.string() }) }) });
const Regions = z.object({
  Response: z.object({ RegionSet: z.array(z.object({ Region: z.string(), RegionName: maybe, RegionState: maybe })) }),
});
const Instance = z.object({
  InstanceId: z.string().min(1),
  InstanceName: maybe,
  OsName: maybe,
  PlatformType: maybe,
  PrivateIpAddresses: many(z.string()),
  PublicIpAddresses: many(z.string()),
  PrivateAddresses: many(z.string()),
  PublicAddresses: many(z.string()),
  IPv6Addresses: many(z.string()),
});
const Instances = z.object({ Response: z.object({ TotalCount: z.number().int().min(0), InstanceSet: many(Instance) }) });

/** Errors come with status 200. */
const errorOf = ({ body }: { body: string }): string | undefined => Failure.safeParse(parsed(body)).data?.Response.Error.Code;

/** Tencent Cloud. The key needs cvm:DescribeRegions and cvm:DescribeInstances, or the same of lighthouse. */
export function qcloud(tools: CloudTools, provider: keyof typeof SERVICES): CloudProvider {
  const { service, version } = SERVICES[provider];
  async function call(
    key: Key,
    action: string,
    region: string,
    asked: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<unknown> {
    const origin = (tools.endpointOf ?? vendorEndpoint)(provider, service, '');
    const body = JSON.stringify(asked);
    const build = () => ({
      url: `${origin}/`,
      method: 'POST' as const,
      body,
      headers: {
        ...tc3({ host: new URL(origin).host, service, body, key, at: new Date() }),
        'x-tc-action': action,
        'x-tc-version': version,
        ...(region ? { 'x-tc-region': region } : {}),
      },
    });
    return parsed((await ask({ tools, signal, build, errorOf })).body);
  }

  return byKey({
    async regions(key, signal) {
      const { Response } = read(Regions, await call(key, 'DescribeRegions', '', {}, signal));
      return Response.RegionSet.filter(({ RegionState }) => RegionState !== 'UNAVAILABLE').map(({ Region, RegionName }) => ({
        id: Region,
        name: RegionName || Region,
      }));
    },
    async *instances(key, region, signal) {
      checkedRegion(region);
      yield* pages(0, async (offset: number) => {
        const answer = read(Instances, await call(key, 'DescribeInstances', region, { Offset: offset, Limit: LIMIT }, signal));
        const { InstanceSet: found, TotalCount: total } = answer.Response;
        const items = found.map((one) =>
          machine({
            id: one.InstanceId,
            name: one.InstanceName,
            region,
            os: osOf(`${one.PlatformType} ${one.OsName}`),
            privateIps: [...one.PrivateIpAddresses, ...one.PrivateAddresses],
            publicIps: [...one.PublicIpAddresses, ...one.PublicAddresses, ...one.IPv6Addresses],
          }),
        );
        const next = offset + found.length;
        if (!found.length && offset < total) throw new CloudError('unexpected', 'short listing');
        return { items, next: next < total ? next : undefined };
      });
    },
  });
}
