import { Resolver } from 'node:dns/promises';
import { connect, isIP } from 'node:net';
import type { Report } from './report.ts';
import { WORDS } from './words.ts';

/** Milliseconds for a connection, for what comes over it, for each of many ports, and for each question to a name server. */
const CONNECT_MS = 10_000;
const READ_MS = 3_000;
const PORT_MS = 3_000;
const DNS_MS = 3_000;
const READ_BYTES = 2_048;
const PORTS_AT_ONCE = 8;

type Knock = { ms: number; output: string } | { code: string };

/** Connects, listens for a moment when there is one, and hangs up. */
function knock(host: string, port: number, limit: number, listen: number, signal: AbortSignal): Promise<Knock> {
  return new Promise((resolve) => {
    const start = performance.now();
    let ms = 0;
    let output = Buffer.alloc(0);
    let connected = false;
    const socket = connect({ host, port });
    const end = (knocked: Knock) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      socket.destroy();
      resolve(knocked);
    };
    const stop = () => end({ code: 'ABORTED' });
    const heard = () => end({ ms, output: output.toString('utf8') });
    let timer = setTimeout(() => end({ code: 'ETIMEDOUT' }), limit);
    signal.addEventListener('abort', stop, { once: true });
    socket.on('error', (error: NodeJS.ErrnoException) => (connected ? heard() : end({ code: error.code ?? 'ERROR' })));
    socket.on('connect', () => {
      connected = true;
      ms = Math.round(performance.now() - start);
      clearTimeout(timer);
      if (listen === 0) return heard();
      timer = setTimeout(heard, listen);
    });
    socket.on('data', (bytes: Buffer) => {
      output = Buffer.concat([output, bytes]);
      if (output.length >= READ_BYTES) heard();
    });
    socket.on('end', heard);
    if (signal.aborted) stop();
  });
}

/** A TCP connection to one port, with what the other side says first. */
export async function telnet(report: Report, host: string, port: number): Promise<void> {
  const answer = await knock(host, port, CONNECT_MS, READ_MS, report.signal);
  if ('code' in answer) return report.say(WORDS.failed, { host, port, reason: answer.code });
  report.say(WORDS.connected, { host, port, ms: answer.ms });
  const lines = answer.output.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0) report.say(WORDS.silent);
  for (const line of lines) report.line(line);
}

/** Which of some ports of one host are open, in their order. */
export async function ports(report: Report, host: string, asked: readonly number[]): Promise<void> {
  let open = 0;
  for (let at = 0; at < asked.length && !report.signal.aborted; at += PORTS_AT_ONCE) {
    const some = asked.slice(at, at + PORTS_AT_ONCE);
    const answers = await Promise.all(some.map((port) => knock(host, port, PORT_MS, 0, report.signal)));
    if (report.signal.aborted) return;
    for (const [index, answer] of answers.entries()) {
      const port = String(some[index]).padStart(5);
      if (!('code' in answer)) open += 1;
      const words = 'code' in answer ? (answer.code === 'ECONNREFUSED' ? WORDS.closed : WORDS.noAnswer) : WORDS.open;
      report.say(
        { en: `${port}  ${words.en}`, zh: `${port}  ${words.zh}`, ja: `${port}  ${words.ja}` },
        'code' in answer ? {} : { ms: answer.ms },
      );
    }
  }
  if (!report.signal.aborted) report.say(WORDS.summary, { open, all: asked.length });
}

/**
 * Records of a name, or the names of an address.
 * @param servers who is asked; without them the name servers of this machine
 */
export async function dns(report: Report, host: string, servers?: readonly string[]): Promise<void> {
  const resolver = new Resolver({ timeout: DNS_MS, tries: 1 });
  if (servers) resolver.setServers(servers);
  const stop = () => resolver.cancel();
  report.signal.addEventListener('abort', stop, { once: true });
  const lines = async (type: string, ask: Promise<readonly string[]>): Promise<string[]> =>
    ask.then(
      (values) => values.map((value) => `${type.padEnd(6)} ${value}`),
      (error: NodeJS.ErrnoException) =>
        ['ENODATA', 'ENOTFOUND', 'ECANCELLED'].includes(error.code ?? '') ? [] : [`${type.padEnd(6)} ${error.code}`],
    );
  try {
    const found =
      isIP(host) === 0
        ? await Promise.all([
            lines('A', resolver.resolve4(host)),
            lines('AAAA', resolver.resolve6(host)),
            lines('CNAME', resolver.resolveCname(host)),
            lines('NS', resolver.resolveNs(host)),
            lines(
              'MX',
              resolver.resolveMx(host).then((all) => all.map(({ priority, exchange }) => `${priority} ${exchange}`)),
            ),
            lines(
              'TXT',
              resolver.resolveTxt(host).then((all) => all.map((parts) => parts.join(''))),
            ),
          ])
        : [await lines('PTR', resolver.reverse(host))];
    if (report.signal.aborted) return;
    for (const line of found.flat()) report.line(line);
    if (found.flat().length === 0) report.say(WORDS.noRecords);
  } finally {
    report.signal.removeEventListener('abort', stop);
  }
}
