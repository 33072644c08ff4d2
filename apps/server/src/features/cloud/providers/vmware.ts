import { isIP } from 'node:net';
import { z } from 'zod';
import { requiredField, textOf, withTest } from './parts.ts';
import { type CloudAttrs, CloudError, type CloudInstance, type CloudProvider } from './provider.ts';
import { ask, type CloudRequest, parsed, read } from './requests.ts';
import { machine, many, maybe, sorted } from './responses.ts';
import type { CloudTools } from './tools.ts';

/** Guests asked for their addresses at a time, and machines of a page. */
const AT_ONCE = 8;
const PAGE = 64;

const Failure = z.object({ error_type: z.string() });
const SessionId = z.string().min(1).max(4096);
const Datacenters = z.array(z.object({ datacenter: z.string().min(1), name: maybe }));
const Machines = z.array(z.object({ vm: z.string().min(1), name: maybe }));
const Identity = z.object({ family: maybe, ip_address: maybe });
const Interfaces = many(z.object({ ip: z.object({ ip_addresses: many(z.object({ ip_address: maybe })) }).nullish() }));

const errorOf = ({ status, body }: { status: number; body: string }): string | undefined =>
  status < 400 ? undefined : (Failure.safeParse(parsed(body)).data?.error_type ?? '');

/** A host name or address of an administrator and a port as the beginning of a URL. @throws CloudError `unexpected` */
function originOf(host: string, port: unknown): string {
  const number = Number(port);
  const named = /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?$/.test(host);
  if ((!named && !isIP(host)) || !Number.isInteger(number) || number < 1 || number > 65535) throw new CloudError('unexpected', 'host');
  return `https://${isIP(host) === 6 ? `[${host}]` : host}:${number}`;
}

const OS: Readonly<Record<string, CloudInstance['os']>> = { WINDOWS: 'windows', LINUX: 'linux' };

interface Session {
  get(path: string): Promise<unknown>;
}

/**
 * vSphere through vCenter 7.0 U2 or newer (`/api`). The user needs the role Read-only. Regions are datacenters; vCenter lists up to 4,000
 * machines of one. Its certificate is verified as everywhere.
 */
export function vmware(tools: CloudTools): CloudProvider {
  /** Logs in, works and logs out again, also when the work failed: vCenter allows few sessions. */
  async function* within<T>(attrs: CloudAttrs, signal: AbortSignal, work: (session: Session) => AsyncGenerator<T>): AsyncGenerator<T> {
    const origin = originOf(textOf(attrs, 'host'), attrs.port ?? 443);
    const login = Buffer.from(`${textOf(attrs, 'username')}:${textOf(attrs, 'password')}`).toString('base64');
    const send = async (request: CloudRequest, until: AbortSignal) =>
      ask({ tools, signal: until, build: () => ({ ...request, named: true }), errorOf });
    const opened = await send({ url: `${origin}/api/session`, method: 'POST', headers: { authorization: `Basic ${login}` } }, signal);
    const headers = { 'vmware-api-session-id': read(SessionId, parsed(opened.body)) };
    try {
      yield* work({ get: async (path) => parsed((await send({ url: `${origin}/api${path}`, headers }, signal)).body) });
    } finally {
      // What it answers changes nothing; the run may be over, so this has a limit of its own.
      await send({ url: `${origin}/api/session`, method: 'DELETE', headers }, AbortSignal.timeout(5_000)).catch(() => undefined);
    }
  }

  /** What the guest says of itself; machines that are off, or without VMware Tools, say nothing (an error 503). */
  async function guest<T>(session: Session, path: string, schema: z.ZodType<T>): Promise<T | undefined> {
    try {
      return read(schema, await session.get(path));
    } catch (error) {
      if (error instanceof CloudError && (error.detail.startsWith('503') || error.detail.startsWith('404'))) return undefined;
      throw error;
    }
  }

  async function instanceOf(session: Session, { vm, name }: { vm: string; name: string }, region: string): Promise<CloudInstance> {
    const at = `/vcenter/vm/${encodeURIComponent(vm)}/guest`;
    const identity = await guest(session, `${at}/identity`, Identity);
    const interfaces = identity ? await guest(session, `${at}/networking/interfaces`, Interfaces) : undefined;
    const ips = (interfaces ?? []).flatMap(({ ip }) => (ip?.ip_addresses ?? []).map(({ ip_address: address }) => address));
    return machine({ id: vm, name, region, os: OS[identity?.family ?? ''] ?? 'other', ...sorted([identity?.ip_address ?? '', ...ips]) });
  }

  return withTest({
    group: 'private',
    fields: [
      requiredField('host'),
      { name: 'port', kind: 'number', required: true, default: 443 },
      requiredField('username'),
      requiredField('password', 'secret'),
    ],
    async regions(attrs, signal) {
      const found = within(attrs, signal, async function* (session) {
        yield read(Datacenters, await session.get('/vcenter/datacenter'));
      });
      const list: { id: string; name: string }[] = [];
      for await (const page of found) list.push(...page.map(({ datacenter, name }) => ({ id: datacenter, name: name || datacenter })));
      return list;
    },
    instances(attrs, region, signal) {
      return within(attrs, signal, async function* (session) {
        const all = read(Machines, await session.get(`/vcenter/vm?datacenters=${encodeURIComponent(region)}`));
        for (let start = 0; start < all.length; start += PAGE) {
          const page: CloudInstance[] = [];
          for (let at = start; at < Math.min(start + PAGE, all.length); at += AT_ONCE)
            page.push(
              ...(await Promise.all(all.slice(at, Math.min(at + AT_ONCE, start + PAGE)).map((one) => instanceOf(session, one, region)))),
            );
          yield page;
        }
      });
    },
  });
}
