import { generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { ServerChannel } from 'ssh2';
import ssh2 from 'ssh2';
import type { DeviceState, Mode, Reply, Vendor } from './network-vendors.ts';

/** Network devices for tests: a real SSH server with the command line of each vendor. */

/** One command line on one channel: echo, backspaces over pages, prompts. */
function serve(channel: ServerChannel, vendor: Vendor, state: DeviceState, end: () => void): void {
  const mode: Mode = { ...vendor.login, section: '', draft: new Map() };
  const { faults } = state;
  let asked: ((answer: string) => Reply) | undefined;
  let page: string | undefined;
  let line = '';
  const show = (text: string): void => {
    if (!faults.pages || text.length < 40 || page !== undefined) channel.write(text);
    else {
      // Cut in the middle of a line, as packets do.
      const half = text.indexOf('\n', text.length / 2) + 1;
      page = text.slice(half);
      channel.write(`${text.slice(0, half)} --More-- `);
    }
  };
  const reply = (answer: Reply): void => {
    asked = typeof answer === 'string' ? undefined : answer.next;
    if (typeof answer !== 'string') channel.write(answer.asks);
    else show(`${answer}${vendor.prompt(mode)}`);
  };
  const hear = (typed: string): void => {
    channel.write(asked === undefined ? `${typed}\r\n` : '\r\n');
    if (faults.mute?.test(typed)) return;
    if (faults.floods?.at.test(typed)) channel.write(faults.floods.with);
    const answer = faults.reject?.test(typed) ? vendor.rejected : asked ? asked(typed) : vendor.answer(typed, mode, state);
    if (faults.cutAfter?.test(typed)) end();
    else reply(answer);
  };
  const take = (typed: string): void => {
    state.typed.push(typed);
    if (faults.cutBefore?.test(typed)) end();
    else hear(typed);
  };
  channel.on('data', (bytes: Buffer) => {
    for (const character of bytes.toString()) {
      if (page !== undefined) {
        const rest = page;
        channel.write(`\b\b\b\b\b\b\b\b\b\b          \b\b\b\b\b\b\b\b\b\b${rest}`);
        page = undefined;
      } else if (character === '\n' || character === '\r') {
        const typed = line;
        line = '';
        // Blanks before a command count for nothing.
        take(typed.trimStart());
      } else line += character;
    }
  });
  channel.write(`${vendor.banner}${vendor.prompt(mode)}`);
}

const { privateKey: hostKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

/** Starts a device on a free loopback port. */
export async function startDevice(
  vendor: Vendor,
  users: Readonly<Record<string, string>>,
  faults: DeviceState['faults'] = {},
): Promise<{ port: number; state: DeviceState; stop(): void }> {
  const state: DeviceState = { users: new Map(Object.entries(users)), level: 'Level-secret-1', saved: new Map(), typed: [], faults };
  const open = new Set<{ end(): void }>();
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    open.add(client);
    client.on('error', () => undefined);
    client.once('close', () => open.delete(client));
    client.on('authentication', (context) => {
      if (context.method === 'password' && state.users.get(context.username) === context.password) context.accept();
      else context.reject(['password']);
    });
    client.on('session', (accept) => {
      const session = accept();
      session.on('pty', (yes) => yes?.());
      session.on('shell', (yes) => serve(yes(), vendor, state, () => client.end()));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    state,
    stop() {
      for (const client of open) client.end();
      server.close();
    },
  };
}
