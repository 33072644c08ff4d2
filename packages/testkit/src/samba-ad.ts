import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Certificate } from './own-certificate.ts';
import { runServer, type ServerProcess, serverFolder } from './server-process.ts';

/** A real Active Directory: Samba as its domain controller, with LDAP alone. Its ports are 389 and 636 on an address of loopback that nobody else has. */
export interface SambaAd {
  host: string;
  port: number;
  /** Encrypted from the first byte, where it has a certificate. */
  securePort: number;
  /** Below which everything is. */
  base: string;
  admin: { dn: string; password: string };
  /** A call of `samba-tool` while it runs. */
  tool(argv: readonly string[]): void;
  stop(): Promise<void>;
}

const HOST = '127.0.0.60';
const REALM = 'AD.CORP.EXAMPLE';
const BASE = 'DC=ad,DC=corp,DC=example';
const PASSWORD = 'Sturdy-Gate-42!';

/**
 * @param tool arguments of `samba-tool` calls that fill it before it starts, each without the database
 * @param certificate for StartTLS and LDAPS, of its address `127.0.0.60`; without one there is neither
 */
export async function startSambaAd(tool: readonly (readonly string[])[] = [], certificate?: Certificate): Promise<SambaAd> {
  const { path, remove } = serverFolder('samba');
  const at = (name: string): string => join(path, name);
  const samba = (argv: readonly string[]): void => void execFileSync('/usr/bin/samba-tool', argv, { stdio: ['ignore', 'ignore', 'pipe'] });
  const own = (argv: readonly string[]): void => samba([...argv, '-H', at('private/sam.ldb'), `--configfile=${at('etc/smb.conf')}`]);
  let server: ServerProcess;
  try {
    // The packaged configuration, if there is one, is another server's.
    writeFileSync(at('none.conf'), '');
    const domain = [`--realm=${REALM}`, '--domain=ADCORP', `--adminpass=${PASSWORD}`, '--server-role=dc', '--dns-backend=NONE'];
    const machine = [`--targetdir=${path}`, '--host-name=dc1', `--host-ip=${HOST}`, `--configfile=${at('none.conf')}`];
    const options = [`interfaces=${HOST}/8`, 'bind interfaces only=yes', `posix:eadb=${at('private/eadb.tdb')}`];
    // Passwords are tried over plain LDAP on loopback here; the real default wants encryption.
    const loose = ['server services=ldap', 'ldap server require strong auth=no', `ncalrpc dir=${at('ncalrpc')}`, `pid directory=${path}`];
    samba(['domain', 'provision', ...domain, ...machine, ...[...options, ...loose].map((option) => `--option=${option}`)]);
    for (const argv of tool) own(argv);
    // Keys that others may read are refused.
    const secured = certificate
      ? Object.entries({ key: certificate.key, cert: certificate.cert, ca: certificate.cert }).map(([name, pem]) => {
          writeFileSync(at(`${name}.pem`), pem, { mode: 0o600 });
          return `tls ${name}file=${at(`${name}.pem`)}`;
        })
      : ['tls enabled=no'];
    const argv = [
      '-F',
      '-M',
      'single',
      `--configfile=${at('etc/smb.conf')}`,
      '--no-process-group',
      '--debug-stdout',
      ...[...loose, ...secured].map((option) => `--option=${option}`),
    ];
    server = await runServer('/usr/sbin/samba', argv, 389, { asSelf: true, host: HOST });
  } catch (error) {
    remove();
    throw error;
  }
  return {
    host: HOST,
    port: 389,
    securePort: 636,
    base: BASE,
    admin: { dn: `CN=Administrator,CN=Users,${BASE}`, password: PASSWORD },
    tool: own,
    async stop() {
      await server.stop();
      remove();
    },
  };
}
