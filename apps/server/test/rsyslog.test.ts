import { hostname } from 'node:os';
import type { Json } from '@postern/testkit/api';
import { forThisFile } from '@postern/testkit/for-this-file';
import { ownCertificate } from '@postern/testkit/own-certificate';
import { until } from '@postern/testkit/until';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { unwatched } from '../src/platform/feature.ts';
import { serverOfFile } from './harness.ts';
import type { Event } from './receivers.ts';
import { startRsyslog } from './rsyslog.ts';

/** The syslog server of most machines understands what it is sent (docs/audit-forwarding.md). */

const RECEIVERS = 'settings/audit-receivers/';
const certificate = ownCertificate();
const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
const admin = forThisFile(() => server.as('admin'));

test.each(['tcp', 'tls'])('rsyslog takes every event over %s, in order, with its fields', async (way) => {
  const rsyslog = await startRsyslog(way === 'tls' ? certificate : undefined);
  try {
    const receiver = {
      name: way,
      type: 'syslog',
      address: `${way}://127.0.0.1:${rsyslog.port}`,
      events: ['operate'],
      ca: way === 'tls' ? certificate.cert : '',
    };
    const made = await admin.post<Json>(RECEIVERS, receiver);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    // Words beyond ASCII, and a line so long that frames without their length would be cut.
    const names = [`größer als ASCII 审计 ${way}`, 'x'.repeat(120)].map((name) => `${name} ${way}`);
    for (const name of names) await admin.post('assets/labels/', { name, value: 'v'.repeat(120) });
    await sql`update audit_receivers set date_next = null`.execute(server.db);
    await server.assembly.jobs.find(({ name }) => name === 'audit-forward')?.run(server.platform.systemContext('test'), {}, unwatched());
    const { body } = await admin.get<Json>(`${RECEIVERS}${made.body.id}/`);
    expect([body.error, body.backlog]).toEqual(['', 0]);
    const received = await until('rsyslog has written it down', 10_000, () => {
      const all = rsyslog.received();
      return all.length >= 3 && all;
    });
    const events = received.map(({ text }) => JSON.parse(text.trim()) as Event);
    const sequence = events.map(({ metadata }) => metadata.sequence);
    expect(sequence).toEqual(sequence.map((_, index) => (sequence[0] ?? 0) + index));
    for (const [index, one] of received.entries()) {
      expect(one).toMatchObject({
        facility: expect.stringMatching(/audit|13/),
        host: hostname(),
        app: 'postern',
        msgid: events[index]?.metadata.event_code,
      });
      expect(Math.abs(Date.parse(one.time) - (events[index]?.time ?? 0))).toBeLessThan(1_000);
    }
    for (const name of names) expect(JSON.stringify(events)).toContain(name);
    await admin.delete(`${RECEIVERS}${made.body.id}/`);
  } finally {
    await rsyslog.stop();
  }
});
