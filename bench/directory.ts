import { setTimeout as wait } from 'node:timers/promises';
import { ORG, ROLE } from '@postern/contract/ids';
import type { Api } from '@postern/testkit/api';
import { type Person, READER, type Slapd, SUFFIX, startSlapd } from '@postern/testkit/slapd';
import { Client } from 'ldapts';
import type pg from 'pg';
import { patient, timed, times } from './measure.ts';
import { collect, openDatabase, type Product, residentBytes, startProduct } from './product.ts';
import type { Measure } from './section.ts';

/** Accounts follow a directory of fifty thousand people: the first time, and again when nothing has changed; with groups and a rule about one of them. */

const PEOPLE = Number(process.env.DIRECTORY_PEOPLE ?? 50_000);
const GROUPS = 500;
const RATE = 500;
const SECOND_MS = 20_000;
const MEMORY = 128 * 2 ** 20;
const MOST_MS = 600_000;
const PAGE = 1_000;
const BASE = `ou=people,${SUFFIX}`;
const FILTER = '(&(objectClass=inetOrgPerson)(uid=%(user)s))';

const person = (n: number): Person => ({
  uid: `person${n}`,
  name: `Person ${n}`,
  mail: `person${n}@corp.example`,
  groups: [`group${n % GROUPS}`, 'everybody'],
});

/** The same entries by ldapts alone, page by page: nothing judged, stored or told. */
async function bare({ port }: Slapd): Promise<void> {
  const client = new Client({ url: `ldap://127.0.0.1:${port}` });
  let count = 0;
  try {
    await client.bind(READER.dn, READER.password);
    const attributes = ['uid', 'cn', 'mail', 'memberOf', 'objectGUID', 'entryUUID', 'userAccountControl'];
    const asked = { scope: 'sub', filter: FILTER.replace('%(user)s', '*'), attributes, paged: { pageSize: PAGE } } as const;
    for await (const { searchEntries } of client.searchPaginated(BASE, asked)) count += searchEntries.length;
  } finally {
    await client.unbind();
  }
  if (count !== PEOPLE) throw new Error(`${count} of ${PEOPLE} people were read`);
}

interface Synced {
  took: number;
  /** Bytes that the worker held at most. */
  peak: number;
}

async function sync(product: Product, client: pg.Client, admin: Api): Promise<Synced> {
  const worker = await product.pid('worker');
  let peak = 0;
  const took = await timed(async () => {
    const started = await admin.post<{ task: string }>('settings/ldap/sync/', { force: false });
    if (started.status !== 201) throw new Error(`No sync: ${JSON.stringify(started.body)}`);
    for (const end = performance.now() + MOST_MS; performance.now() < end; await wait(50)) {
      peak = Math.max(peak, await residentBytes(worker));
      const { rows } = await client.query<{ is_finished: boolean; state: string }>(
        'select is_finished, state from task_runs where id = $1',
        [started.body.task],
      );
      if (rows[0]?.is_finished) return;
    }
    throw new Error('The sync did not end in time');
  });
  const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from users where source = 'ldap' and is_active`);
  if (rows[0]?.n !== PEOPLE) throw new Error(`${rows[0]?.n} of ${PEOPLE} people have an account`);
  return { took, peak };
}

async function prepare(admin: Api, { port }: Slapd): Promise<void> {
  const settings = {
    AUTH_LDAP: true,
    AUTH_LDAP_SERVER_URI: `ldap://127.0.0.1:${port}`,
    AUTH_LDAP_START_TLS: false,
    AUTH_LDAP_BIND_DN: READER.dn,
    AUTH_LDAP_BIND_PASSWORD: READER.password,
    AUTH_LDAP_SEARCH_OU: BASE,
    AUTH_LDAP_SEARCH_FILTER: FILTER,
    AUTH_LDAP_USER_ATTR_MAP: { username: 'uid', name: 'cn', email: 'mail', groups: 'memberOf' },
    AUTH_LDAP_SEARCH_PAGED_SIZE: PAGE,
  };
  const saved = await admin.patch('settings/setting/?category=ldap', settings);
  if (saved.status !== 200) throw new Error(`No settings: ${JSON.stringify(saved.body)}`);
  const rule = {
    name: 'a group of the directory',
    source: 'ldap',
    values: [`cn=everybody,ou=groups,${SUFFIX}`],
    organization: ORG.DEFAULT,
    org_roles: [ROLE.ORG_USER],
    system_role: ROLE.SYSTEM_AUDITOR,
  };
  const made = await admin.post('settings/admission-rules/', rule);
  if (made.status !== 201) throw new Error(`No rule: ${JSON.stringify(made.body)}`);
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
const perSecond = (took: number): number => PEOPLE / (took / 1_000);

export const measureDirectory: Measure = async ({ say }) => {
  const slapd = await startSlapd({ people: Array.from({ length: PEOPLE }, (_, n) => person(n)) });
  // An installation of its own: fifty thousand people would be in the way of what else is measured.
  const product = await startProduct({ collectable: true, env: { POSTERN_OUTBOUND_ALLOW: '127.0.0.1' } });
  let client: pg.Client | undefined;
  try {
    client = await openDatabase(product);
    const admin = await product.admin();
    await prepare(admin, slapd);
    const plain = await timed(() => bare(slapd));
    const worker = await product.pid('worker');
    await collect(worker);
    const before = await residentBytes(worker);
    const first = await sync(product, client, admin);
    const database = client;
    const second = await patient(
      () => sync(product, database, admin),
      ({ took }) => took <= SECOND_MS,
    );
    const peak = Math.max(first.peak, second.peak);
    say(`  ${JSON.stringify({ plain, before, first, second })}`);
    return {
      rows: [
        {
          what: `first sync of ${PEOPLE.toLocaleString('en')} people`,
          budget: `≥ ${RATE} people/s`,
          measured: `${Math.round(perSecond(first.took))} people/s, ${seconds(first.took)}`,
          baseline: `read by ldapts alone: ${seconds(plain)}`,
          ratio: times(first.took / plain),
          pass: perSecond(first.took) >= RATE,
        },
        {
          what: 'second sync, nothing has changed',
          budget: `≤ ${seconds(SECOND_MS)}`,
          measured: seconds(second.took),
          baseline: `read by ldapts alone: ${seconds(plain)}`,
          ratio: times(second.took / plain),
          pass: second.took <= SECOND_MS,
        },
        {
          what: 'memory of the worker meanwhile',
          budget: `+ ${mib(MEMORY)} at most`,
          measured: `${mib(before)} → ${mib(peak)}`,
          baseline: '–',
          ratio: '–',
          pass: peak - before <= MEMORY,
        },
      ],
      notes: [
        `A real OpenLDAP server on loopback, which shares the cores with the product; pages of ${PAGE.toLocaleString('en')}. Everybody is in two of ${GROUPS + 1} groups, which become groups here, and one rule gives all of them a role of the system and one of an organisation. Every account that is made is in the audit trail.`,
      ],
    };
  } finally {
    await client?.end();
    await product.stop();
    await slapd.stop();
  }
};
