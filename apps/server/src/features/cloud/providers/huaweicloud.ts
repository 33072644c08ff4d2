import { z } from 'zod';
import { vendorEndpoint } from './endpoints.ts';
import { byKey, checkedRegion } from './parts.ts';
import { CloudError, type CloudInstance, type CloudProvider } from './provider.ts';
import { ask, parsed, read } from './requests.ts';
import { machine, many, maybe, osOf, pages } from './responses.ts';
import { type Key, queryOf } from './signing/digest.ts';
import { sdkHmac } from './signing/sdk-hmac.ts';
import type { CloudTools } from './tools.ts';

const LIMIT = 100;

const Failure = z.object({ error_code: z.string().optional(), error: z.object({ code: z.union([z.string(), z.number()]) }).optional() });
const Projects = z.object({ projects: z.array(z.object({ id: z.string().min(1), name: z.string(), enabled: z.boolean().nullish() })) });
const Address = z.object({ addr: z.string(), 'OS-EXT-IPS:type': maybe });
const Server = z.object({
  id: z.string().min(1),
  name: maybe,
  addresses: z.record(z.string(), many(Address)).nullish(),
  metadata: z.object({ os_type: maybe }).nullish(),
});
const Servers = z.object({ count: z.number().int().min(0), servers: z.array(Server) });

type Project = z.output<typeof Projects>['projects'][number];

function errorOf({ status, body }: { status: number; body: string }): string | undefined {
  if (status < 400) return undefined;
  const failure = Failure.safeParse(parsed(body)).data;
  return String(failure?.error_code ?? failure?.error?.code ?? '');
}

/** Projects are named after their region, those that people make begin with it: `cn-north-4_web`. */
const regionOf = ({ name }: Project): string => name.split('_')[0] ?? '';
const REGION = /^[a-z]{2,3}(-[a-z0-9]+)+$/;

function instanceOf({ id, name, addresses, metadata }: z.output<typeof Server>, region: string): CloudInstance {
  const all = Object.values(addresses ?? {}).flat();
  const ofType = (floating: boolean) => all.filter((one) => (one['OS-EXT-IPS:type'] === 'floating') === floating).map(({ addr }) => addr);
  return machine({ id, name, region, os: osOf(metadata?.os_type ?? ''), privateIps: ofType(false), publicIps: ofType(true) });
}

/** Huawei Cloud ECS. The key needs ECS ReadOnlyAccess in the projects that are to be read. */
export function huaweicloud(tools: CloudTools): CloudProvider {
  type Call = { key: Key; origin: string; path: string; query?: Readonly<Record<string, string>>; project?: string; signal: AbortSignal };
  async function call({ key, origin, path, query = {}, project, signal }: Call): Promise<unknown> {
    const headers = { 'content-type': 'application/json', ...(project ? { 'x-project-id': project } : {}) };
    const asked = queryOf(query);
    const build = () => ({
      url: `${origin}${path}${asked ? `?${asked}` : ''}`,
      method: 'GET' as const,
      headers: sdkHmac({ method: 'GET', host: new URL(origin).host, path, query, headers, body: '', key, at: new Date() }),
    });
    return parsed((await ask({ tools, signal, build, errorOf })).body);
  }

  /** Projects that the key may use, which takes no right of its own. */
  async function projects(key: Key, signal: AbortSignal): Promise<Project[]> {
    const origin = (tools.endpointOf ?? vendorEndpoint)('huaweicloud', 'iam', '');
    const answer = read(Projects, await call({ key, origin, path: '/v3/auth/projects', signal }));
    return answer.projects.filter((one) => one.enabled !== false && REGION.test(regionOf(one)));
  }

  return byKey({
    async regions(key, signal) {
      const ids = new Set((await projects(key, signal)).map(regionOf));
      return [...ids].sort().map((id) => ({ id, name: id }));
    },
    async *instances(key, region, signal) {
      const origin = (tools.endpointOf ?? vendorEndpoint)('huaweicloud', 'ecs', checkedRegion(region));
      const here = (await projects(key, signal)).filter((one) => regionOf(one) === region);
      // Its offset counts pages, from 1.
      for (const { id } of here)
        yield* pages(1, async (offset: number) => {
          const path = `/v1/${encodeURIComponent(id)}/cloudservers/detail`;
          const query = { limit: String(LIMIT), offset: String(offset) };
          const { servers, count } = read(Servers, await call({ key, origin, path, query, project: id, signal }));
          if (!servers.length && (offset - 1) * LIMIT < count) throw new CloudError('unexpected', 'short listing');
          return { items: servers.map((one) => instanceOf(one, region)), next: offset * LIMIT < count ? offset + 1 : undefined };
        });
    },
  });
}
