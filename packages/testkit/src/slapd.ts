import { writeFileSync } from 'node:fs';
import { freePort } from './ports.ts';
import { inServerFolder, prepareServer, runServer, type ServerProcess } from './server-process.ts';

/** A real OpenLDAP server on loopback ports: plain, which also offers StartTLS where it has a certificate, and LDAPS. */
export interface Slapd {
  port: number;
  securePort: number;
  /** Ends it and keeps its data. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Removes somebody, as the directory does whose person has left; it is away for a moment. */
  forget(person: Pick<Person, 'uid' | 'ou'>): Promise<void>;
  stop(): Promise<void>;
}

export const SUFFIX = 'dc=corp,dc=example';
/** May read and write everything in it. */
export const READER = { dn: `cn=reader,${SUFFIX}`, password: 'reader-of-the-directory' };

/** What Active Directory says of people, which OpenLDAP has no words for. */
const LIKE_AD = [
  "attributetype ( 1.2.840.113556.1.4.8 NAME 'userAccountControl' EQUALITY integerMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )",
  "attributetype ( 1.2.840.113556.1.2.102 NAME 'memberOf' EQUALITY distinguishedNameMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.12 )",
  "attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )",
  "objectclass ( 1.2.840.113556.1.5.9.1 NAME 'accountLikeAd' SUP top AUXILIARY MAY ( userAccountControl $ memberOf $ objectGUID ) )",
];

/** Somebody of the directory, as LDIF: below `ou=people` unless told otherwise. */
export interface Person {
  uid: string;
  name?: string;
  mail?: string;
  phone?: string;
  password?: string;
  ou?: string;
  /** Names of groups; they are DNs and nothing else. */
  groups?: readonly string[];
  /** As Active Directory writes it: 512 is a usual account, 514 a disabled one. */
  control?: number;
  /** 16 bytes, in hex. */
  guid?: string;
}

/** Called after their uid. */
export const personOf = (uid: string, given: Partial<Person> = {}): Person => ({
  uid,
  name: `${uid} of the directory`,
  mail: `${uid}@corp.example`,
  ...given,
});

export const dnOf = ({ uid, ou = 'people' }: Pick<Person, 'uid' | 'ou'>): string => `uid=${uid},ou=${ou},${SUFFIX}`;

/** Attributes of an entry, which LDIF and clients both write. */
export function attributesOf({ uid, name = uid, mail, phone, password, groups = [], control, guid }: Person): Record<string, string[]> {
  const one = (value: string | number | undefined): string[] => (value === undefined ? [] : [String(value)]);
  const all = {
    objectClass: ['inetOrgPerson', 'accountLikeAd'],
    uid: [uid],
    cn: [name],
    sn: [name],
    mail: one(mail),
    telephoneNumber: one(phone),
    userPassword: one(password),
    memberOf: groups.map((group) => `cn=${group},ou=groups,${SUFFIX}`),
    userAccountControl: one(control),
    objectGUID: one(guid),
  };
  return Object.fromEntries(Object.entries(all).filter(([, values]) => values.length > 0));
}

const base64 = (value: string, encoding: BufferEncoding): string => Buffer.from(value, encoding).toString('base64');

/** Everything in base64: names may begin and end as they like. */
const ldifOf = (person: Person): string =>
  [
    `dn:: ${base64(dnOf(person), 'utf8')}`,
    ...Object.entries(attributesOf(person)).flatMap(([name, values]) =>
      values.map((value) => `${name}:: ${base64(value, name === 'objectGUID' ? 'hex' : 'utf8')}`),
    ),
    '',
  ].join('\n');

const unit = (ou: string): string => `dn: ou=${ou},${SUFFIX}\nobjectClass: organizationalUnit\nou: ${ou}\n`;

/**
 * @param options.people all that it knows when it starts; `ou=people`, `ou=staff`, `ou=groups` and `ou=empty` are there without them
 * @param options.certificate offered over TLS; without one there is none, and no LDAPS
 * @param options.extra LDIF of further entries
 */
export async function startSlapd({
  people = [],
  certificate,
  extra = '',
}: {
  people?: readonly Person[];
  certificate?: { key: string; cert: string };
  extra?: string;
} = {}): Promise<Slapd> {
  return inServerFolder('slapd', async (_path, at) => {
    const [port, securePort] = [await freePort(), await freePort()];
    prepareServer('/bin/mkdir', [at('db')]);
    if (certificate) {
      // Read by it alone, in a folder that only it and the test can enter.
      writeFileSync(at('key.pem'), certificate.key, { mode: 0o644 });
      writeFileSync(at('cert.pem'), certificate.cert);
    }
    writeFileSync(
      at('slapd.conf'),
      [
        ...['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`),
        ...LIKE_AD,
        // As Active Directory does: whoever shows no password is nobody, and that is fine.
        'allow bind_anon_cred',
        'modulepath /usr/lib/ldap',
        'moduleload back_mdb',
        `pidfile ${at('pid')}`,
        ...(certificate ? [`TLSCertificateFile ${at('cert.pem')}`, `TLSCertificateKeyFile ${at('key.pem')}`] : []),
        'database mdb',
        `suffix "${SUFFIX}"`,
        `rootdn "${READER.dn}"`,
        `rootpw ${READER.password}`,
        `directory ${at('db')}`,
        'maxsize 1073741824',
        'dbnosync',
        'index objectClass,uid eq',
        '',
      ].join('\n'),
    );
    const entries = [
      `dn: ${SUFFIX}\nobjectClass: dcObject\nobjectClass: organization\no: corp\ndc: corp\n`,
      ...['people', 'staff', 'groups', 'empty'].map(unit),
      ...people.map(ldifOf),
      extra,
    ];
    writeFileSync(at('people.ldif'), entries.join('\n'));
    const listen = [`ldap://127.0.0.1:${port}`, ...(certificate ? [`ldaps://127.0.0.1:${securePort}`] : [])].join(' ');
    const start = (): Promise<ServerProcess> => runServer('/usr/sbin/slapd', ['-h', listen, '-f', at('slapd.conf'), '-d', '0'], port);
    prepareServer('/usr/sbin/slapadd', ['-q', '-f', at('slapd.conf'), '-l', at('people.ldif')]);
    let server = await start();
    return {
      port,
      securePort,
      pause: () => server.stop(),
      async resume() {
        server = await start();
      },
      async forget(person) {
        await server.stop();
        writeFileSync(at('gone.ldif'), `dn: ${dnOf(person)}\nchangetype: delete\n`);
        prepareServer('/usr/sbin/slapmodify', ['-q', '-f', at('slapd.conf'), '-l', at('gone.ldif')]);
        server = await start();
      },
      stop: () => server.stop(),
    };
  });
}
