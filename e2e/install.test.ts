import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newPerson, startBrowser } from './support/browser.ts';
import { logIn } from './support/console.ts';
import { ADMIN_PASSWORD, type Postern, startPostern } from './support/postern.ts';
import { recordingOf } from './support/recording.ts';
import { confirmTerms, type NativeScene, setNativeScene } from './support/scene.ts';
import { connectTo, see, typeLine } from './support/terminal.ts';
import { until } from './support/until.ts';

// Installations other than the one everybody starts with. Each has to carry a session from login to recording.

const dir = mkdtempSync(join(tmpdir(), 'postern-install-'));
const opened: { stop(): Promise<void> }[] = [];
const keep = <T extends { stop(): Promise<void> }>(made: T): T => {
  opened.push(made);
  return made;
};
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.stop();
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** One command through the SSH server; answers what its recording shows. */
async function carriesSession({ client, api, token }: NativeScene): Promise<string> {
  const { code, stdout } = await client.run(await token(), ['127.0.0.1', 'echo carried'], '').ended;
  expect({ code, stdout: stdout.text }).toEqual({ code: 0, stdout: 'carried\n' });
  const id = await until('the session', 20_000, async () => {
    const { body } = await api.get<{ results: { id: string }[] }>('terminal/sessions/', { query: { limit: 1 } });
    return body.results[0]?.id;
  });
  return (await recordingOf(api, id)).text;
}

describe('with certificate files', () => {
  const certificate = { POSTERN_TLS_CERT: join(dir, 'cert.pem'), POSTERN_TLS_KEY: join(dir, 'key.pem') };

  beforeAll(() => {
    const names = 'subjectAltName=DNS:postern.example,IP:127.0.0.1';
    const asked = [
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=postern.example',
    ];
    execFileSync(
      'openssl',
      ['req', ...asked, '-addext', names, '-keyout', certificate.POSTERN_TLS_KEY, '-out', certificate.POSTERN_TLS_CERT],
      {
        stdio: 'ignore',
      },
    );
    // What the operator of a private authority does on each machine; only clients of this test need it.
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(certificate.POSTERN_TLS_CERT, 'utf8')]);
  });

  test('everything works without naming the core to the gateway, in the browser too', async () => {
    const scene = keep(await setNativeScene('tls-target', { env: certificate }));
    const { postern } = scene;
    expect(postern.origin).toMatch(/^https:/);
    expect(postern.log()).toContain('Ready: https://localhost:');
    expect(await carriesSession(scene)).toContain('carried');
    // Nothing but TLS on the public port.
    await expect(fetch(postern.origin.replace('https', 'http'))).rejects.toThrow();

    await confirmTerms(postern.origin, 'admin', ADMIN_PASSWORD);
    const browser = await startBrowser();
    try {
      const person = await newPerson(browser, { origin: postern.origin, ignoreHTTPSErrors: true });
      await logIn(person.page, 'admin', ADMIN_PASSWORD, '/luna/');
      await person.page.waitForURL('**/luna/**');
      await connectTo(person.page, 'tls-target');
      await typeLine(person.page, 'echo over-$((40+3))');
      await see(person.page, 'over-43');
      const cookies = await person.page.context().cookies();
      expect(cookies.filter((cookie) => cookie.name.endsWith('sessionid')).map((cookie) => cookie.secure)).toEqual([true]);
      expect(person.troubles()).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

describe('with a PostgreSQL of its own', () => {
  /** An empty database in a server that the installation under test does not run: that of another installation. */
  async function elsewhere(): Promise<{ url: string; query: (statement: string) => Promise<unknown[]> }> {
    const host: Postern = keep(await startPostern({ fresh: true }));
    const read = async (name: string) => (await readFile(join(host.dataDir, 'postgres', name), 'utf8')).trim();
    const url = new URL(`postgres://postern:${await read('password')}@127.0.0.1:${await read('port')}/postgres`);
    const query = async (statement: string, database = url.href): Promise<unknown[]> => {
      const client = new pg.Client({ connectionString: database });
      await client.connect();
      try {
        return (await client.query(statement)).rows;
      } finally {
        await client.end();
      }
    };
    await query('create database elsewhere');
    url.pathname = '/elsewhere';
    return { url: url.href, query: (statement) => query(statement) };
  }

  test('it starts none, carries sessions, and leaves the database as it is when it stops', async () => {
    const { url, query } = await elsewhere();
    const scene = await setNativeScene('elsewhere-target', { env: { DATABASE_URL: url } });
    try {
      expect(await carriesSession(scene)).toContain('carried');
      expect(existsSync(join(scene.postern.dataDir, 'postgres'))).toBe(false);
    } finally {
      await scene.stop();
    }
    expect(await query("select name from assets where name = 'elsewhere-target'")).toEqual([{ name: 'elsewhere-target' }]);
    const left = () => query("select pid from pg_stat_activity where datname = 'elsewhere' and pid <> pg_backend_pid()");
    await until('every connection is closed', 10_000, async () => (await left()).length === 0);
  });
});
