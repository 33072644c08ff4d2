import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runServer, type ServerProcess, serverFolder } from './server-process.ts';

/** A real Active Directory: Samba as its domain controller, with LDAP alone. Its port is 389 on an address of loopback that nobody else has. */
export interface SambaAd {
  host: string;
  port: number;
  /** Below which everything is. */
  base: string;
  admin: { dn: string; password: string };
  stop(): Promise<void>;
}

const HOST = '127.0.0.60';
const REALM = 'AD.CORP.EXAMPLE';
const BASE = 'DC=ad,DC=corp,DC=example';
const PASSWORD = 'Sturdy-Gate-42!';

/** @param tool arguments of `samba-tool` calls that fill it before it starts, each without the database */
export async function startSambaAd(tool: readonly (readonly string[])[] = []): Promise<SambaAd> {
  const { path, remove } = serverFolder('samba');
  const at = (name: string): string => join(path, name);
  const samba = (argv: readonly string[]): void => void execFileSync('/usr/bin/samba-tool', argv, { stdio: ['ignore', 'ignore', 'pipe'] });
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
    const configuration = at('etc/smb.conf');
    for (const argv of tool) samba([...argv, '-H', at('private/sam.ldb'), `--configfile=${configuration}`]);
    const argv = [
      '-F',
      '-M',
      'single',
      `--configfile=${configuration}`,
      '--no-process-group',
      '--debug-stdout',
      ...loose.map((option) => `--option=${option}`),
    ];
    server = await runServer('/usr/sbin/samba', argv, 389, { asSelf: true, host: HOST });
  } catch (error) {
    remove();
    throw error;
  }
  return {
    host: HOST,
    port: 389,
    base: BASE,
    admin: { dn: `CN=Administrator,CN=Users,${BASE}`, password: PASSWORD },
    async stop() {
      await server.stop();
      remove();
    },
  };
}
