import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { anchorJob } from '../src/features/audits/anchors/anchor.job.ts';
import { readAnchor } from '../src/features/audits/anchors/anchor.ts';
import { readSyslogAddress } from '../src/features/audits/anchors/syslog.target.ts';
import { auditCommand } from '../src/features/audits/index.ts';
import type { MessageWords } from '../src/features/notifications/index.ts';
import { unwatched } from '../src/platform/feature.ts';
import { awsSigned } from './clouds/signature-checks.ts';
import { serverOfFile } from './harness.ts';

/** Places outside the database: what reaches them, and what becomes of anchors when one takes none. */
const notices: MessageWords[] = [];
const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });

const set = (values: Readonly<Record<string, unknown>>): Promise<void> =>
  server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));

/** One event, and the job of the next minute. */
async function logged(): Promise<void> {
  const { platform } = server;
  await platform.asSystem('test', async (ctx) => ctx.audit({ action: 'create', resourceType: 'asset', resourceId: 'x', resource: 'x' }));
  const job = anchorJob({ platform, tellSubscribers: async (_ctx, notice) => void notices.push(notice) });
  await job.run(platform.systemContext('test'), {}, unwatched());
}

interface Entry {
  name: string;
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

/** What speaks S3 here: it knows its key, wants locks, keeps every version, and can be out of order. */
async function objectStore() {
  const entries: Entry[] = [];
  const state = { broken: false };
  const http = createHttp(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const [path = '', rawQuery = ''] = (request.url ?? '').split('?');
    const headers = request.headers as Record<string, string | undefined>;
    const answer = (status: number, xml = ''): void => void response.writeHead(status).end(xml);
    const seen = { method: request.method ?? '', path, rawQuery, headers, body };
    if (state.broken) return answer(503, '<Error><Code>SlowDown</Code></Error>');
    if (!awsSigned(seen as never, { id: 'access', secret: 'secret of the store' }, 'eu-test-1', 's3'))
      return answer(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
    if (seen.method === 'PUT') {
      if (!headers['x-amz-object-lock-mode'] || !headers['content-md5']) return answer(400, '<Error><Code>InvalidRequest</Code></Error>');
      entries.push({ name: path.slice('/logs/'.length), headers, body });
      return answer(200);
    }
    // Two a page, so that pages are turned.
    const from = Number(new URLSearchParams(rawQuery).get('version-id-marker') ?? 0);
    const page = entries.slice(from, from + 2);
    const more = from + 2 < entries.length;
    return answer(
      200,
      `<ListVersionsResult><IsTruncated>${more}</IsTruncated>${more ? `<NextKeyMarker>${page.at(-1)?.name}</NextKeyMarker><NextVersionIdMarker>${from + 2}</NextVersionIdMarker>` : ''}${page
        .map(({ name }) => `<Version><Key>${name}</Key><VersionId>1</VersionId></Version>`)
        .join('')}</ListVersionsResult>`,
    );
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return { url, entries, state, close: () => new Promise((resolve) => http.close(resolve)) };
}

async function verify(): Promise<{ code: number; all: string }> {
  const lines: string[] = [];
  const code = await auditCommand([], server.platform, (line) => void lines.push(line));
  return { code, all: lines.join('\n') };
}

describe('a bucket with object lock', () => {
  test('gets every anchor locked; what it refuses waits, is told once, and arrives in order', async () => {
    const store = await objectStore();
    await set({
      AUDIT_ANCHOR_S3_ENDPOINT: store.url,
      AUDIT_ANCHOR_S3_BUCKET: 'logs',
      AUDIT_ANCHOR_S3_REGION: 'eu-test-1',
      AUDIT_ANCHOR_S3_ACCESS_KEY: 'access',
      AUDIT_ANCHOR_S3_SECRET_KEY: 'secret of the store',
    });
    await age();
    await logged();
    expect(store.entries).toHaveLength(1);
    const [first] = store.entries;
    expect(first?.headers['x-amz-object-lock-mode']).toBe('COMPLIANCE');
    const days = (Date.parse(first?.headers['x-amz-object-lock-retain-until-date'] ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(200);
    expect(readAnchor(first?.body ?? '')).toMatchObject({ chain: 'operate_logs' });

    store.state.broken = true;
    for (let n = 0; n < 3; n += 1) {
      await age();
      await logged();
    }
    expect(store.entries).toHaveLength(1);
    expect(notices).toHaveLength(1);
    expect(notices[0]?.params).toEqual({ target: `s3 ${store.url}/logs`, reason: '503 SlowDown' });
    // A place that cannot be read is no proof, and the report says so.
    expect((await verify()).all).toContain('could not be read: 503 SlowDown');

    store.state.broken = false;
    await set({ AUDIT_ANCHOR_S3_LOCK: 'GOVERNANCE' });
    await age();
    await logged();
    expect(store.entries.at(-1)?.headers['x-amz-object-lock-mode']).toBe('GOVERNANCE');
    expect(store.entries.map(({ body }) => readAnchor(body)?.id)).toEqual(
      [1, 2, 3, 4, 5].map((n) => n + (readAnchor(first?.body ?? '')?.id ?? 0) - 1),
    );
    const { code, all } = await verify();
    expect({ code, all }).toMatchObject({ code: 0, all: expect.stringContaining(`s3 ${store.url}/logs: 5 anchors`) });
    expect(all).not.toContain('WARNING');
    expect(all).not.toContain('secret of the store');
    await store.close();
    await set({ AUDIT_ANCHOR_S3_ENDPOINT: '' });
  });
});

/** Makes the last anchor old enough for the next one, as its owner would by waiting. */
async function age(): Promise<void> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  await client.query(`set session_replication_role = 'replica'`);
  await client.query(`update audit_anchors set date_made = date_made - interval '1 hour'`);
  await client.end();
}

test('an anchor is due after the minutes of the setting', async () => {
  const made = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from audit_anchors where chain = 'operate_logs'`.execute(server.db)).rows[0]?.n ??
    0;
  await logged();
  await age();
  await set({ AUDIT_ANCHOR_INTERVAL: 90 });
  const before = await made();
  await logged();
  expect(await made()).toBe(before);
  await set({ AUDIT_ANCHOR_INTERVAL: 50 });
  await logged();
  expect(await made()).toBe(before + 1);
});

describe('a syslog server', () => {
  test('gets one counted message of RFC 5424 for each anchor', async () => {
    let received = '';
    const tcp = createServer((socket) => {
      socket.on('data', (part) => {
        received += part;
      });
      socket.on('end', () => socket.end());
    });
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
    await set({ AUDIT_ANCHOR_SYSLOG: `tcp://127.0.0.1:${(tcp.address() as AddressInfo).port}` });
    await age();
    await logged();
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_anchors`.execute(server.db);
    const messages: string[] = [];
    for (let rest = received; rest; ) {
      const [, length = '', text = ''] = /^(\d+) (.*)$/s.exec(rest) ?? [];
      messages.push(text.slice(0, Number(length)));
      rest = text.slice(Number(length));
    }
    expect(messages).toHaveLength(rows[0]?.n ?? 0);
    for (const message of messages) expect(message).toMatch(/^<109>1 \d{4}-\S+Z \S+ postern \d+ audit-anchor - \{"id":/);
    expect(readAnchor(messages.at(-1) ?? '')).toMatchObject({ chain: 'operate_logs' });
    await new Promise((resolve) => tcp.close(resolve));
  });

  test('over TLS is named by its certificate, or gets nothing', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'postern-syslog-'));
    const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
    const asked = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=logs'];
    execFileSync('openssl', ['req', ...asked, '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert], { stdio: 'ignore' });
    let received = '';
    const secure = tls.createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) => {
      socket.on('data', (part) => {
        received += part;
      });
      socket.on('end', () => socket.end());
    });
    secure.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    const target = `tls://127.0.0.1:${(secure.address() as AddressInfo).port}`;
    const error = async () =>
      (await sql<{ error: string }>`select error from audit_anchor_targets where target = ${`syslog ${target}`}`.execute(server.db)).rows[0]
        ?.error;
    await set({ AUDIT_ANCHOR_SYSLOG: target });
    await age();
    await logged();
    expect(await error()).toMatch(/self.signed/i);
    expect(received).toBe('');
    const before = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...before, readFileSync(cert, 'utf8')]);
    try {
      await age();
      await logged();
    } finally {
      tls.setDefaultCACertificates(before);
    }
    expect(await error()).toBe('');
    expect(received).toMatch(/^\d+ <109>1 /);
    await new Promise((resolve) => secure.close(resolve));
    rmSync(dir, { recursive: true });
  });

  test('over UDP as well', async () => {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const heard = new Promise<string>((resolve) => socket.once('message', (message) => resolve(message.toString())));
    await set({ AUDIT_ANCHOR_SYSLOG: `udp://127.0.0.1:${socket.address().port}` });
    await age();
    await logged();
    expect(await heard).toMatch(/^<109>1 /);
    await new Promise<void>((resolve) => socket.close(resolve));
  });

  test.each(['http://x', 'tls://', 'tls://a:b@c', 'tls://c/path', 'tls://c?x', 'x', 'file:///etc/passwd'])('%s is none', (text) => {
    expect(readSyslogAddress(text)).toBeUndefined();
  });

  test('is not a way to what is on this machine, unless the operator allows it', async () => {
    await set({ AUDIT_ANCHOR_SYSLOG: 'tcp://169.254.169.254:80' });
    await age();
    await logged();
    const { rows } = await sql<{ error: string }>`
      select error from audit_anchor_targets where target = 'syslog tcp://169.254.169.254:80'`.execute(server.db);
    expect(rows[0]?.error).not.toBe('');
  });
});

describe('settings', () => {
  const path = 'settings/setting/?category=evidence';

  test('a secret key is never read back, and does not follow the endpoint to another place', async () => {
    const admin = await server.as('admin');
    const values = { AUDIT_ANCHOR_S3_ENDPOINT: 'https://one.example', AUDIT_ANCHOR_S3_SECRET_KEY: 'precious' };
    expect((await admin.patch(path, values)).status).toBe(200);
    expect(JSON.stringify((await admin.get(path)).body)).not.toContain('precious');
    expect(server.platform.systemSettings.get('AUDIT_ANCHOR_S3_SECRET_KEY')).toBe('precious');
    await admin.patch(path, { AUDIT_ANCHOR_S3_ENDPOINT: 'https://two.example' });
    expect(server.platform.systemSettings.get('AUDIT_ANCHOR_S3_SECRET_KEY')).toBe('');
  });

  test.each([
    'LOGIN_LOG_KEEP_DAYS',
    'OPERATE_LOG_KEEP_DAYS',
    'FTP_LOG_KEEP_DAYS',
    'ACTIVITY_LOG_KEEP_DAYS',
    'TERMINAL_SESSION_KEEP_DURATION',
  ])('%s has a floor', async (name) => {
    const admin = await server.as('admin');
    for (const days of [1, 179]) {
      const answer = await admin.patch<Record<string, unknown>>('settings/setting/?category=clean', { [name]: days });
      expect(answer).toMatchObject({ status: 400, body: { [name]: expect.anything() } });
    }
    expect((await admin.patch('settings/setting/?category=clean', { [name]: 180 })).status).toBe(200);
  });

  test('the floor is one number in the settings and in the database', async () => {
    const { rows } = await sql<{ n: number }>`select evidence_floor_days() as n`.execute(server.db);
    expect(rows).toEqual([{ n: 180 }]);
  });
});
