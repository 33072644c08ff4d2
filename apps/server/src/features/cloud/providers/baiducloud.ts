import { z } from 'zod';
import { vendorEndpoint } from './endpoints.ts';
import { byKey, checkedRegion, known } from './parts.ts';
import type { CloudProvider } from './provider.ts';
import { ask, parsed, read } from './requests.ts';
import { machine, many, maybe, osOf, pages } from './responses.ts';
import { bceAuthorization } from './signing/bce.ts';
import { type Key, queryOf } from './signing/digest.ts';
import type { CloudTools } from './tools.ts';

/** BCC's regions, from its table of service domains; others can be typed in. */
const REGIONS: Readonly<Record<string, string>> = {
  bj: '华北 - 北京',
  bd: '华北 - 保定',
  su: '华东 - 苏州',
  gz: '华南 - 广州',
  fwh: '金融华中 - 武汉',
  hkg: '中国香港',
};

const Failure = z.object({ code: z.string() });
const Instance = z.object({
  id: z.string().min(1),
  name: maybe,
  osName: maybe,
  osType: maybe,
  internalIp: maybe,
  publicIp: maybe,
  nicInfo: z.object({ ips: many(z.object({ privateIp: maybe, eip: maybe })) }).nullish(),
});
const Page = z.object({ isTruncated: z.boolean(), nextMarker: maybe, instances: z.array(Instance) });

const errorOf = ({ status, body }: { status: number; body: string }): string | undefined =>
  status < 400 ? undefined : (Failure.safeParse(parsed(body)).data?.code ?? '');

/** Baidu AI Cloud BCC. The key needs BccReadPolicy. */
export function baiducloud(tools: CloudTools): CloudProvider {
  const path = '/v2/instance';

  async function call(key: Key, region: string, query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<unknown> {
    const origin = (tools.endpointOf ?? vendorEndpoint)('baiducloud', 'bcc', checkedRegion(region));
    const build = () => {
      const at = new Date();
      const headers = { host: new URL(origin).host, 'x-bce-date': at.toISOString().replace(/\.\d{3}/, '') };
      const authorization = bceAuthorization({ method: 'GET', path, query, headers, key, at });
      return { url: `${origin}${path}?${queryOf(query)}`, headers: { 'x-bce-date': headers['x-bce-date'], authorization } };
    };
    return parsed((await ask({ tools, signal, build, errorOf })).body);
  }

  return byKey({
    regions: known(REGIONS),
    async *instances(key, region, signal) {
      yield* pages('', async (marker: string) => {
        const more: Record<string, string> = marker ? { marker } : {};
        const page = read(Page, await call(key, region, { maxKeys: '100', ...more }, signal));
        const items = page.instances.map(({ id, name, osName, osType, internalIp, publicIp, nicInfo }) =>
          machine({
            id,
            name,
            region,
            os: osOf(`${osType} ${osName}`),
            privateIps: [internalIp, ...(nicInfo?.ips ?? []).map(({ privateIp }) => privateIp)],
            publicIps: [publicIp, ...(nicInfo?.ips ?? []).map(({ eip }) => eip)],
          }),
        );
        return { items, next: page.isTruncated ? page.nextMarker || undefined : undefined };
      });
    },
  });
}
