import { z } from 'zod';
import { baseOf, KEY_FIELDS, requiredField, textOf, withTest } from './parts.ts';
import { type CloudAttrs, CloudError, type CloudInstance, type CloudProvider } from './provider.ts';
import { ask, parsed, read } from './requests.ts';
import { collect, machine, many, maybe, osOf, pages, sorted } from './responses.ts';
import type { CloudTools } from './tools.ts';

const LENGTH = 100;

const Failure = z.object({ message_list: many(z.object({ reason: maybe })) });
const pageOf = <T>(item: z.ZodType<T>) =>
  z.object({ entities: z.array(item), metadata: z.object({ total_matches: z.number().int().min(0) }) });
const Cluster = z.object({
  metadata: z.object({ uuid: z.string().min(1) }),
  status: z.object({ name: maybe, resources: z.object({ config: z.object({ service_list: many(z.string()) }).nullish() }).nullish() }),
});
const Vm = z.object({
  metadata: z.object({ uuid: z.string().min(1) }),
  status: z.object({
    name: maybe,
    cluster_reference: z.object({ uuid: maybe }).nullish(),
    resources: z
      .object({
        nic_list: many(z.object({ ip_endpoint_list: many(z.object({ ip: maybe })) })),
        guest_tools: z.object({ nutanix_guest_tools: z.object({ guest_os_version: maybe }).nullish() }).nullish(),
      })
      .nullish(),
  }),
});

const errorOf = ({ status, body }: { status: number; body: string }): string | undefined =>
  status < 400 ? undefined : (Failure.safeParse(parsed(body)).data?.message_list[0]?.reason ?? '');

function instanceOf({ metadata, status }: z.output<typeof Vm>, region: string): CloudInstance {
  const ips = (status.resources?.nic_list ?? []).flatMap((nic) => nic.ip_endpoint_list.map(({ ip }) => ip));
  const system = status.resources?.guest_tools?.nutanix_guest_tools?.guest_os_version ?? '';
  return machine({ id: metadata.uuid, name: status.name, region, os: system ? osOf(system) : 'other', ...sorted(ips) });
}

/** Nutanix Prism Central, API v3. The user (its name and password are the key) needs the role Prism Viewer. Regions are clusters. */
export function nutanix(tools: CloudTools): CloudProvider {
  function list<T>(attrs: CloudAttrs, kind: 'cluster' | 'vm', item: z.ZodType<T>, signal: AbortSignal): AsyncGenerator<readonly T[]> {
    const base = baseOf(attrs, 'api_endpoint').replace(/(\/api\/nutanix\/v3)?$/, '/api/nutanix/v3');
    const login = Buffer.from(`${textOf(attrs, 'access_key_id')}:${textOf(attrs, 'access_key_secret')}`).toString('base64');
    return pages(0, async (offset: number) => {
      const build = () => ({
        url: `${base}/${kind}s/list`,
        method: 'POST' as const,
        named: true,
        body: JSON.stringify({ kind, length: LENGTH, offset }),
        headers: { authorization: `Basic ${login}`, 'content-type': 'application/json' },
      });
      const page = read(pageOf(item), parsed((await ask({ tools, signal, build, errorOf })).body));
      const [next, total] = [offset + page.entities.length, page.metadata.total_matches];
      if (!page.entities.length && offset < total) throw new CloudError('unexpected', 'short listing');
      return { items: page.entities, next: next < total ? next : undefined };
    });
  }

  return withTest({
    group: 'private',
    fields: [...KEY_FIELDS, requiredField('api_endpoint')],
    async regions(attrs, signal) {
      const clusters = await collect(list(attrs, 'cluster', Cluster, signal));
      // Prism Central lists itself, too.
      return clusters
        .filter(({ status }) => !status.resources?.config?.service_list.includes('PRISM_CENTRAL'))
        .map(({ metadata, status }) => ({ id: metadata.uuid, name: status.name || metadata.uuid }));
    },
    async *instances(attrs, region, signal) {
      for await (const page of list(attrs, 'vm', Vm, signal)) {
        const here = page.filter(({ status }) => status.cluster_reference?.uuid === region);
        if (here.length) yield here.map((one) => instanceOf(one, region));
      }
    },
  });
}
