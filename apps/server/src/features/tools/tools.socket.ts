import { createRateLimit, createSlots } from '@postern/contract/bounds';
import { render, type Text } from '@postern/contract/text';
import { type Context, can } from '@postern/resource';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { SocketRoute } from '../../platform/feature.ts';
import { guardedAddress } from '../../platform/outbound/guarded-address.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import { type Asks, asks, readHost, readPort, readPorts } from './asked.ts';
import { dns, ports, telnet } from './network.ts';
import { runProgram } from './program.ts';
import { createReport, type Report } from './report.ts';
import { WORDS } from './words.ts';

/** Seconds of a run; runs of everybody at a time, and of one person a minute after a handful at once. */
const LONGEST = 90;
const AT_ONCE = 16;
const PER_MINUTE = 12;
const BURST = 6;

/** Refused before anything is sent; in words that the person reads. */
class Refused extends Error {
  readonly words: Text;
  readonly params: Readonly<Record<string, string>>;
  constructor(words: Text, params: Readonly<Record<string, string>> = {}) {
    super(words.en);
    this.words = words;
    this.params = params;
  }
}

/** What is to be run, with everything in it read. @throws Refused */
function readAsks({ tool_type: tool, dest_addr, port_num, ports: given }: Asks) {
  const host = readHost(dest_addr);
  if (!host) throw new Refused(WORDS.badAddress);
  const port = readPort(port_num);
  const list = tool === 'Port' ? readPorts(given ?? String(port_num ?? '')) : port === undefined ? undefined : [port];
  if ((tool === 'Port' || tool === 'Telnet') && !list) throw new Refused(WORDS.badPorts);
  return { tool, host, ports: list ?? [] };
}

/**
 * The one address that is spoken to. Private ones are what people test here; this machine itself, link-local addresses and those where machines
 * learn their credentials are refused, unless the operator allows them. @throws Refused
 */
async function addressOf(host: string, allow: readonly string[]): Promise<string> {
  try {
    return (await guardedAddress(host, { allow, named: true })).address;
  } catch (error) {
    throw new Refused(error instanceof OutboundError && error.why === 'blocked' ? WORDS.refused : WORDS.unknownName, { host });
  }
}

async function run(report: Report, asked: ReturnType<typeof readAsks>, allow: readonly string[]): Promise<void> {
  const { tool, host, ports: list } = asked;
  if (tool === 'Dns') return dns(report, host);
  const address = await addressOf(host, allow);
  if (address !== host) report.line(`${host} (${address})`);
  if (tool === 'Telnet') return telnet(report, address, list[0] ?? 0);
  if (tool === 'Port') return ports(report, address, list);
  if (tool === 'Ping') return runProgram(report, [['ping', '-n', '-c', '5', '-i', '1', '-W', '3', address]]);
  return runProgram(report, [
    ['traceroute', '-n', '-q', '1', '-w', '2', '-m', '30', address],
    ['tracepath', '-n', '-m', '30', address],
  ]);
}

/** Who looked for what, and where: a run that nobody could be asked about would make this a scanner (docs/decisions/0107). */
const note = (ctx: Context, { tool, host, ports: list }: ReturnType<typeof readAsks>): Promise<void> =>
  inTransaction(ctx.tx, ctx, async (inner) =>
    inner.audit({
      action: 'connect',
      resourceType: 'tool',
      resourceId: ctx.actor.id,
      resource: `${tool} ${host}${list.length > 0 ? ` ${list.join(',')}` : ''}`,
    }),
  );

/** Tests of the network from this server, one run a socket: a line for each thing that happened, then the end. */
export function toolsSocket(allow: readonly string[]): SocketRoute {
  const slots = createSlots(AT_ONCE, 1);
  const rate = createRateLimit(PER_MINUTE / 60, BURST);
  return {
    path: '/ws/setting/tools/',
    policy: can('settings.view_setting'),
    messages: [{ name: 'run', shape: asks, rows: 'none: asks the network, not the database' }],
    open(ctx, socket) {
      const over = new AbortController();
      socket.onClose(() => over.abort());
      const send = (line: string) => void socket.send(JSON.stringify({ msg: `${line}\r\n` }));
      let begun = false;
      socket.onMessage(({ value }) => {
        if (begun) return;
        begun = true;
        const late = AbortSignal.timeout(LONGEST * 1_000);
        const report = createReport(send, ctx.language, AbortSignal.any([over.signal, late]));
        void attempt(ctx, report, asks.parse(value))
          .then(() => late.aborted && send(render(WORDS.late, ctx.language, { seconds: LONGEST })))
          .finally(() => socket.close(1000));
      });
    },
  };

  async function attempt(ctx: Context, report: Report, given: Asks): Promise<void> {
    let leave: (() => void) | undefined;
    try {
      const asked = readAsks(given);
      leave = slots.take(ctx.actor.id);
      if (!leave) throw new Refused(WORDS.running);
      if (!rate.take(ctx.actor.id, Date.now())) throw new Refused(WORDS.tooMany);
      await note(ctx, asked);
      await run(report, asked, allow);
    } catch (error) {
      if (error instanceof Refused) return report.say(error.words, error.params);
      ctx.log.error({ err: error }, 'a tool failed');
      throw error;
    } finally {
      leave?.();
    }
  }
}
