import { z } from 'zod';
import { baseOf, requiredField, textOf, withTest } from './parts.ts';
import { type CloudAttrs, CloudError, type CloudProvider } from './provider.ts';
import { ask, parsed, read } from './requests.ts';
import { machine, many, maybe, osOf, pages } from './responses.ts';
import { ucloudSignature } from './signing/ucloud-sha1.ts';
import type { CloudTools } from './tools.ts';

const LIMIT = 100;

/** Codes that stand for a no to this key; the others are faults of a request or of the cloud. */
const REFUSALS: Readonly<Record<number, string>> = {
  170: 'signature',
  171: 'signature',
  172: 'credential',
  292: 'permission',
  299: 'permission',
};

const Outcome = z.object({ RetCode: z.number().int() });
const Regions = z.object({ Regions: z.array(z.object({ Region: z.string().min(1) })) });
const Host = z.object({
  UHostId: z.string().min(1),
  Name: maybe,
  OsType: maybe,
  OsName: maybe,
  IPSet: many(z.object({ Type: maybe, IP: maybe })),
});
const Hosts = z.object({ TotalCount: z.number().int().min(0), UHostSet: z.array(Host) });

/** Errors come with status 200 and a code. */
function errorOf({ status, body }: { status: number; body: string }): string | undefined {
  const code = Outcome.safeParse(parsed(body)).data?.RetCode;
  if (code === undefined) return status < 400 ? undefined : '';
  return code === 0 ? undefined : `${REFUSALS[code] ?? 'code'}.${code}`;
}

/** UCloud, or a cloud with its API. The keys need GetRegion and DescribeUHostInstance in the project. */
export function ucloud(tools: CloudTools): CloudProvider {
  async function call(attrs: CloudAttrs, asked: Readonly<Record<string, string>>, signal: AbortSignal): Promise<unknown> {
    const url = `${baseOf(attrs, 'base_url')}/`;
    const parameters = { ...asked, PublicKey: textOf(attrs, 'public_key'), ProjectId: textOf(attrs, 'project') };
    const Signature = ucloudSignature(parameters, textOf(attrs, 'private_key'));
    const body = new URLSearchParams({ ...parameters, Signature }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const build = () => ({ url, method: 'POST' as const, body, headers, named: true });
    return parsed((await ask({ tools, signal, build, errorOf })).body);
  }

  return withTest({
    group: 'public',
    fields: [
      requiredField('base_url'),
      requiredField('public_key', 'secret'),
      requiredField('private_key', 'secret'),
      requiredField('project'),
    ],
    async regions(attrs, signal) {
      const { Regions: zones } = read(Regions, await call(attrs, { Action: 'GetRegion' }, signal));
      // It names every zone of a region.
      return [...new Set(zones.map(({ Region }) => Region))].map((id) => ({ id, name: id }));
    },
    async *instances(attrs, region, signal) {
      yield* pages(0, async (offset: number) => {
        const asked = { Action: 'DescribeUHostInstance', Region: region, Offset: String(offset), Limit: String(LIMIT) };
        const { UHostSet: found, TotalCount: total } = read(Hosts, await call(attrs, asked, signal));
        if (!found.length && offset < total) throw new CloudError('unexpected', 'short listing');
        const items = found.map(({ UHostId, Name, OsType, OsName, IPSet }) =>
          machine({
            id: UHostId,
            name: Name,
            region,
            os: osOf(`${OsType} ${OsName}`),
            privateIps: IPSet.filter(({ Type }) => Type === 'Private').map(({ IP }) => IP),
            publicIps: IPSet.filter(({ Type }) => Type !== 'Private').map(({ IP }) => IP),
          }),
        );
        const next = offset + found.length;
        return { items, next: next < total ? next : undefined };
      });
    },
  });
}
