import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Certificate } from '@postern/testkit/own-certificate';
import { freePort } from '@postern/testkit/ports';
import { runServer, serverFolder } from '@postern/testkit/server-process';

/** A message as rsyslog understood it. */
export interface Received {
  facility: string;
  severity: string;
  time: string;
  host: string;
  app: string;
  msgid: string;
  text: string;
}

export interface Rsyslog {
  port: number;
  /** What it has written down so far. */
  received(): Received[];
  stop(): Promise<void>;
}

const FIELDS = {
  facility: 'syslogfacility-text',
  severity: 'syslogseverity-text',
  time: 'timereported:::date-rfc3339',
  host: 'hostname',
  app: 'app-name',
  msgid: 'msgid',
  text: 'msg:::drop-last-lf',
} satisfies Record<keyof Received, string>;

/** Between the fields of a line; nothing that is sent has it. */
const GAP = '\u001f';

/** rsyslog as Debian has it, which takes messages by TCP on a loopback port, over TLS where it is given a certificate. */
export async function startRsyslog(certificate?: Certificate): Promise<Rsyslog> {
  const { path, remove } = serverFolder('rsyslog');
  const at = (name: string): string => join(path, name);
  const port = await freePort();
  if (certificate) {
    // Read by it alone, in a folder that only it and the test can enter.
    writeFileSync(at('key.pem'), certificate.key, { mode: 0o644 });
    writeFileSync(at('cert.pem'), certificate.cert);
  }
  const secured = certificate
    ? `global(defaultNetstreamDriver="gtls" defaultNetstreamDriverCAFile="${at('cert.pem')}"
         defaultNetstreamDriverCertFile="${at('cert.pem')}" defaultNetstreamDriverKeyFile="${at('key.pem')}")
       module(load="imtcp" streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="anon")`
    : 'module(load="imtcp")';
  const line = Object.values(FIELDS)
    .map((field) => `%${field}%`)
    .join(GAP);
  writeFileSync(
    at('rsyslog.conf'),
    `global(workDirectory="${path}" maxMessageSize="64k")
     ${secured}
     template(name="line" type="string" string="${line}\\n")
     ruleset(name="kept") { action(type="omfile" file="${at('received')}" template="line") }
     input(type="imtcp" port="${port}" address="127.0.0.1" ruleset="kept")\n`,
  );
  const server = await runServer('/usr/sbin/rsyslogd', ['-n', '-f', at('rsyslog.conf'), '-i', at('pid')], port).catch((error: unknown) => {
    remove();
    throw error;
  });
  return {
    port,
    received: () =>
      readFileSync(at('received'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((text) => {
          const cells = text.split(GAP);
          return Object.fromEntries(Object.keys(FIELDS).map((name, index) => [name, cells[index] ?? ''])) as unknown as Received;
        }),
    async stop() {
      await server.stop();
      remove();
    },
  };
}
