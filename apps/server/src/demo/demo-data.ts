import { ROLE } from '@postern/contract/ids';

/** What `postern up --demo` fills an empty installation with: a small web shop and the people who run it. */

export const DEMO_PORT = 2022;

export interface DemoPerson {
  username: string;
  name: string;
  group: string;
  /** Of the installation; left out, an ordinary user's. */
  role?: string;
}

export const PEOPLE: readonly DemoPerson[] = [
  { username: 'mei.lin', name: 'Mei Lin', group: 'Platform team' },
  { username: 'kenji.sato', name: 'Kenji Sato', group: 'Platform team' },
  { username: 'anna.keller', name: 'Anna Keller', group: 'Shop developers' },
  { username: 'omar.haddad', name: 'Omar Haddad', group: 'Shop developers' },
  { username: 'ines.costa', name: 'Inês Costa', group: 'Database team' },
  { username: 'wei.zhang', name: '张伟', group: 'Database team' },
  { username: 'yuki.mori', name: '森 由紀', group: 'Auditors' },
];

/** Those whom the log-in page offers: each sees something else (docs/decisions/0162). */
export const ROLES = [
  { username: 'sofia.reyes', name: 'Sofia Reyes', group: 'Platform team', role: ROLE.SYSTEM_ADMIN, part: 'administrator' },
  { username: 'paul.nowak', name: 'Paul Nowak', group: 'Auditors', role: ROLE.SYSTEM_AUDITOR, part: 'auditor' },
  { username: 'lena.fischer', name: 'Lena Fischer', group: 'Shop developers', role: ROLE.USER, part: 'user' },
  { username: 'hana.kim', name: 'Hana Kim', group: 'Platform team', role: ROLE.USER, part: 'approver' },
] as const satisfies readonly (DemoPerson & { part: string })[];

export interface DemoHost {
  name: string;
  node: string;
  comment: string;
  logins: readonly string[];
}

const hosts = (node: string, prefix: string, count: number, comment: string, logins: readonly string[]): DemoHost[] =>
  Array.from({ length: count }, (_, at) => ({ name: `${prefix}-${String(at + 1).padStart(2, '0')}`, node, comment, logins }));

export const HOSTS: readonly DemoHost[] = [
  ...hosts('/Production/Web shop', 'shop-web', 6, 'nginx and the shop front end', ['deploy', 'root']),
  ...hosts('/Production/Web shop', 'shop-api', 4, 'order and cart API', ['deploy', 'root']),
  ...hosts('/Production/Payments', 'pay-gw', 2, 'payment gateway, PCI scope', ['payops']),
  ...hosts('/Production/Data', 'pg-main', 3, 'PostgreSQL primary and replicas', ['postgres', 'root']),
  ...hosts('/Production/Data', 'cache', 2, 'Redis', ['root']),
  ...hosts('/Staging', 'stage', 4, 'release candidates', ['deploy']),
  ...hosts('/Office/Tokyo', 'tyo-edge', 2, 'office gateway', ['netops']),
  ...hosts('/Office/Shanghai', 'sha-edge', 2, 'office gateway', ['netops']),
];

export const PERMISSIONS = [
  { name: 'Platform team: everything', groups: ['Platform team'], nodes: ['/Production', '/Staging', '/Office'], accounts: ['@ALL'] },
  { name: 'Developers: staging', groups: ['Shop developers'], nodes: ['/Staging'], accounts: ['deploy'] },
  { name: 'Developers: shop web as deploy', groups: ['Shop developers'], nodes: ['/Production/Web shop'], accounts: ['deploy'] },
  { name: 'Database team: data', groups: ['Database team'], nodes: ['/Production/Data'], accounts: ['postgres'] },
] as const;
