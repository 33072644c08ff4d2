import { isIP } from 'node:net';
import { z } from 'zod';

/** What can be run; the first two as clients of this API call them. */
export const TOOLS = ['Ping', 'Telnet', 'Dns', 'Port', 'Traceroute'] as const;

const MAX_PORTS = 64;
const MAX_TEXT = 512;

/** What a client sends, once (docs/wire/settings.md#tools). */
export const asks = z.object({
  tool_type: z.enum(TOOLS),
  dest_addr: z.string().max(MAX_TEXT),
  port_num: z.union([z.number(), z.string().max(8)]).optional(),
  ports: z.string().max(MAX_TEXT).optional(),
});
export type Asks = z.infer<typeof asks>;

/** RFC 1123 §2.1 with the underscore that names in use have. Nothing that a program could take for an option begins like this. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?$/i;

/** A name or an address as it may be handed on; undefined of anything else. */
export function readHost(given: string): string | undefined {
  const host = given.trim().replace(/\.$/, '');
  if (isIP(host) !== 0) return host.includes('%') ? undefined : host;
  return host.length > 0 && host.length <= 253 && host.split('.').every((label) => LABEL.test(label)) ? host : undefined;
}

const port = (given: string): number | undefined => {
  const value = /^\d{1,5}$/.test(given) ? Number(given) : 0;
  return value >= 1 && value <= 65_535 ? value : undefined;
};

export const readPort = (given: Asks['port_num']): number | undefined => port(String(given ?? '').trim());

/** Ports of one host, single ones and ranges, each once; undefined where one is none or they are too many. */
export function readPorts(given: string): number[] | undefined {
  const found = new Set<number>();
  for (const part of given.split(/[\s,]+/).filter(Boolean)) {
    const [first, last, more] = part.split('-');
    const [from, to] = [port(first ?? ''), port(last ?? first ?? '')];
    if (more !== undefined || from === undefined || to === undefined || to < from || to - from >= MAX_PORTS) return undefined;
    for (let one = from; one <= to; one += 1) found.add(one);
    if (found.size > MAX_PORTS) return undefined;
  }
  return found.size > 0 ? [...found] : undefined;
}
