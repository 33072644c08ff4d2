import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { vendorEndpoint } from './endpoints.ts';
import { byKey, checkedRegion, known } from './parts.ts';
import { CloudError, type CloudProvider } from './provider.ts';
import { ask, parsed, read } from './requests.ts';
import { machine, maybe, osOf, pages } from './responses.ts';
import { type Key, queryOf } from './signing/digest.ts';
import { JDCLOUD2, sigV4 } from './signing/sigv4.ts';
import type { CloudTools } from './tools.ts';

const SIZE = 100;

/** The regions of its virtual machines; others can be typed in. */
const REGIONS: Readonly<Record<string, string>> = {
  'cn-north-1': '华北 - 北京',
  'cn-east-1': '华东 - 宿迁',
  'cn-east-2': '华东 - 上海',
  'cn-south-1': '华南 - 广州',
};

const Failure = z.object({ error: z.object({ status: maybe }) });
const Instance = z.object({
  instanceId: z.string().min(1),
  instanceName: maybe,
  osType: maybe,
  privateIpAddress: maybe,
  elasticIpAddress: maybe,
});
const Page = z.object({ result: z.object({ instances: z.array(Instance), totalCount: z.number().int().min(0) }) });

const errorOf = ({ status, body }: { status: number; body: string }): string | undefined =>
  status < 400 ? undefined : (Failure.safeParse(parsed(body)).data?.error.status ?? '');

/** JD Cloud virtual machines. The key needs vm:describeInstances. */
export function jdcloud(tools: CloudTools): CloudProvider {
  async function call(key: Key, region: string, query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<unknown> {
    const path = `/v1/regions/${checkedRegion(region)}/instances`;
    const origin = (tools.endpointOf ?? vendorEndpoint)('jdcloud', 'vm', '');
    const asked = { method: 'GET', host: new URL(origin).host, path, query, body: '', key, region, service: 'vm' };
    const build = () => ({
      url: `${origin}${path}?${queryOf(query)}`,
      headers: sigV4({ ...asked, headers: { 'x-jdcloud-nonce': randomUUID() }, at: new Date() }, JDCLOUD2),
    });
    return parsed((await ask({ tools, signal, build, errorOf })).body);
  }

  return byKey({
    regions: known(REGIONS),
    async *instances(key, region, signal) {
      yield* pages(1, async (number: number) => {
        const { result } = read(Page, await call(key, region, { pageNumber: String(number), pageSize: String(SIZE) }, signal));
        if (!result.instances.length && (number - 1) * SIZE < result.totalCount) throw new CloudError('unexpected', 'short listing');
        const items = result.instances.map(({ instanceId, instanceName, osType, privateIpAddress, elasticIpAddress }) =>
          machine({
            id: instanceId,
            name: instanceName,
            region,
            os: osOf(osType),
            privateIps: [privateIpAddress],
            publicIps: [elasticIpAddress],
          }),
        );
        return { items, next: number * SIZE < result.totalCount ? number + 1 : undefined };
      });
    },
  });
}
