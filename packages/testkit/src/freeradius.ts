import { writeFileSync } from 'node:fs';
import { freePort } from './ports.ts';
import { inServerFolder, runServer } from './server-process.ts';

/** A real FreeRADIUS on a loopback port. */
export interface FreeRadius {
  port: number;
  stop(): Promise<void>;
}

export const RADIUS_SECRET = 'shared-with-radius';

export interface RadiusPerson {
  password: string;
  /** Asked for after the password, by Access-Challenge; names of such people begin with `token-`. */
  code?: string;
  /** What the server says of them when it lets them in. */
  filterId?: string;
  /** What the request has to say besides, as the server's language has it: whoever sends something else is refused. */
  only?: string;
}

/** A brace ends its line there. */
const inLines = (config: string): string => config.replaceAll('{', '{\n').replaceAll('}', '\n}\n');

/**
 * Knows PAP, CHAP and MS-CHAPv2, and asks people with a code for it.
 * @param options.everybody a password of whoever is not listed
 * @param options.signed whether answers carry a Message-Authenticator, as they do unasked from version 3.2.5 on
 */
export async function startFreeRadius(
  people: Readonly<Record<string, RadiusPerson>>,
  { signed = true, everybody = '' } = {},
): Promise<FreeRadius> {
  return inServerFolder('radius', async (path, at) => {
    const port = await freePort();
    // Passwords of tests have no quotes.
    const known = Object.entries(people).map(([name, { password, code, filterId, only }]) => {
      const says = filterId ? `update reply { Filter-Id := "${filterId}" }` : '';
      if (code === undefined)
        return `if (&User-Name == "${name}"${only ? ` && ${only}` : ''}) { update control { Cleartext-Password := "${password}" }\n ${says} }`;
      return `if (&User-Name == "${name}") {
      if (&State) { update control { Cleartext-Password := "${code}" } } else { update control { Cleartext-Password := "${password}"\n Auth-Type := Asks } } }`;
    });
    writeFileSync(
      at('radiusd.conf'),
      inLines(`
prefix = ${path}
localstatedir = ${path}
sysconfdir = ${path}
name = radiusd
raddbdir = ${path}
libdir = /usr/lib/freeradius
logdir = ${path}
run_dir = ${path}
pidfile = ${at('pid')}
max_request_time = 10
log { destination = stdout }
security { reject_delay = 0\n status_server = no }
thread pool { start_servers = 2\n max_servers = 4\n min_spare_servers = 1\n max_spare_servers = 2 }
client loopback { ipaddr = 127.0.0.1\n proto = *\n secret = ${RADIUS_SECRET} }
modules {
  pap { }
  chap { }
  mschap { }
  always handled { rcode = handled }
}
server default {
  listen { type = auth\n ipaddr = 127.0.0.1\n port = ${port} }
  # So that somebody can see that it is there.
  listen { type = auth\n proto = tcp\n ipaddr = 127.0.0.1\n port = ${port} }
  authorize {
    ${signed ? 'update reply { Message-Authenticator := 0x00 }' : ''}
    ${everybody && `update control { Cleartext-Password := "${everybody}" }`}
    ${known.join('\n    ')}
    chap
    mschap
    pap
  }
  authenticate {
    Auth-Type PAP { pap }
    Auth-Type Asks {
      pap
      update reply { Reply-Message := "Code of your token?"\n State := 0x746f6b656e }
      update control { Response-Packet-Type := Access-Challenge }
      handled
    }
    Auth-Type CHAP { chap }
    Auth-Type MS-CHAP { mschap }
  }
}
`),
    );
    const server = await runServer('/usr/sbin/freeradius', ['-f', '-d', path], port);
    return { port, stop: () => server.stop() };
  });
}
