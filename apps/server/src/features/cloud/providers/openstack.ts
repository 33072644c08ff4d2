import { z } from 'zod';
import { baseOf, requiredField, textOf, withTest } from './parts.ts';
import { type CloudAttrs, CloudError, type CloudInstance, type CloudProvider } from './provider.ts';
import { ask, type CloudRequest, parsed, read } from './requests.ts';
import { machine, many, maybe, osOf, pages, sorted } from './responses.ts';
import type { CloudTools } from './tools.ts';

const LIMIT = 500;
/** Servers that Nova still lists for a while. */
const GONE = new Set(['DELETED', 'SOFT_DELETED']);

const Failure = z.object({ error: z.object({ title: maybe }) });
const Projects = z.object({ projects: z.array(z.object({ id: z.string().min(1), enabled: z.boolean().nullish() })) });
const Endpoint = z.object({ interface: maybe, region_id: maybe, region: maybe, url: z.string() });
const Token = z.object({ token: z.object({ catalog: many(z.object({ type: maybe, endpoints: many(Endpoint) })) }) });
const Address = z.object({ addr: z.string(), 'OS-EXT-IPS:type': maybe });
const Server = z.object({
  id: z.string().min(1),
  name: maybe,
  status: maybe,
  addresses: z.record(z.string(), many(Address)).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});
const Servers = z.object({ servers: z.array(Server), servers_links: many(z.object({ rel: maybe })) });

/** What somebody may use in one project: a token for it, and the compute service of each region. */
interface Project {
  token: string;
  compute: ReadonlyMap<string, string>;
}

const errorOf = ({ status, body }: { status: number; body: string }): string | undefined =>
  status < 400 ? undefined : (Failure.safeParse(parsed(body)).data?.error.title ?? '');

function instanceOf({ id, name, addresses, metadata }: z.output<typeof Server>, region: string): CloudInstance {
  const all = Object.values(addresses ?? {}).flat();
  const floating = all.filter((one) => one['OS-EXT-IPS:type'] === 'floating').map(({ addr }) => addr);
  // A fixed address may be a public one (provider networks); a floating one is how others reach it, whatever its range.
  const fixed = sorted(all.filter((one) => one['OS-EXT-IPS:type'] !== 'floating').map(({ addr }) => addr));
  const osType = metadata?.os_type ?? '';
  return machine({
    id,
    name,
    region,
    os: osType ? osOf(osType) : 'other',
    privateIps: fixed.privateIps,
    publicIps: [...fixed.publicIps, ...floating],
  });
}

/** OpenStack: Keystone v3 and Nova. The user needs the role reader in the projects that are to be read. */
export function openstack(tools: CloudTools): CloudProvider {
  const send = (request: CloudRequest, signal: AbortSignal) => ask({ tools, signal, build: () => ({ ...request, named: true }), errorOf });

  const keystone = (attrs: CloudAttrs): string => baseOf(attrs, 'auth_url').replace(/(\/v3)?$/, '/v3');

  /** A token, for a project or for finding out which there are, and what the catalogue says. */
  async function log(attrs: CloudAttrs, identity: object, scope: object | string, signal: AbortSignal) {
    const body = JSON.stringify({ auth: { identity, scope } });
    const url = `${keystone(attrs)}/auth/tokens`;
    const answer = await send({ url, method: 'POST', body, headers: { 'content-type': 'application/json' } }, signal);
    const token = answer.headers['x-subject-token'];
    if (!token) throw new CloudError('unexpected', 'answer x-subject-token');
    return { token, catalog: read(Token, parsed(answer.body)).token.catalog };
  }

  async function* projects(attrs: CloudAttrs, signal: AbortSignal): AsyncGenerator<Project> {
    const user = {
      name: textOf(attrs, 'username'),
      domain: { name: textOf(attrs, 'user_domain_name') },
      password: textOf(attrs, 'password'),
    };
    const { token } = await log(attrs, { methods: ['password'], password: { user } }, 'unscoped', signal);
    const listed = await send({ url: `${keystone(attrs)}/auth/projects`, headers: { 'x-auth-token': token } }, signal);
    for (const { id, enabled } of read(Projects, parsed(listed.body)).projects) {
      if (enabled === false) continue;
      const scoped = await log(attrs, { methods: ['token'], token: { id: token } }, { project: { id } }, signal);
      const endpoints = scoped.catalog.filter(({ type }) => type === 'compute').flatMap((one) => one.endpoints);
      const open = endpoints.filter((one) => one.interface === 'public');
      yield { token: scoped.token, compute: new Map(open.map((one) => [one.region_id || one.region, one.url.replace(/\/+$/, '')])) };
    }
  }

  return withTest({
    group: 'private',
    fields: [requiredField('auth_url'), requiredField('user_domain_name'), requiredField('username'), requiredField('password', 'secret')],
    async regions(attrs, signal) {
      const ids = new Set<string>();
      for await (const { compute } of projects(attrs, signal)) for (const id of compute.keys()) if (id) ids.add(id);
      return [...ids].sort().map((id) => ({ id, name: id }));
    },
    async *instances(attrs, region, signal) {
      for await (const { token, compute } of projects(attrs, signal)) {
        const url = compute.get(region);
        if (!url) continue;
        yield* pages('', async (marker: string) => {
          const more = marker ? `&marker=${encodeURIComponent(marker)}` : '';
          const answer = await send({ url: `${url}/servers/detail?limit=${LIMIT}${more}`, headers: { 'x-auth-token': token } }, signal);
          const { servers, servers_links: links } = read(Servers, parsed(answer.body));
          const next = links.some(({ rel }) => rel === 'next') ? servers.at(-1)?.id : undefined;
          return { items: servers.filter(({ status }) => !GONE.has(status)).map((one) => instanceOf(one, region)), next };
        });
      }
    },
  });
}
