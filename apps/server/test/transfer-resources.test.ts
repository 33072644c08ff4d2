import { createHash } from 'node:crypto';
import type { ImportAnswer, RenderedFile } from '@postern/contract/transfer';
import type { ResolvedResource } from '@postern/resource';
import type { Json } from '@postern/testkit/api';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { mintBearerToken } from '../src/platform/auth/bearer-tokens.ts';
import { each } from './matrix/parallel.ts';
import { createWorld } from './matrix/world.ts';

/** Every resource as a file and back, printed from the kernel: a new one is in here by existing. */

let token: string;
let resources: readonly ResolvedResource[];
const WIDTH = 4;

const world = forThisFile(createWorld, (it) => it.close());
const admin = forThisFile(() => world.admin.inOrg(world.here));
beforeAll(async () => {
  resources = world.server.assembly.kernel.resources;
  for (const { name } of resources) await world.row(name, world.here);
  const { rows } = await sql<{ id: string }>`select id from users where username = 'admin'`.execute(world.server.db);
  ({ token } = await mintBearerToken(world.server.db, rows[0]?.id ?? '', '127.0.0.1', 3_600));
});

const complain = (lines: readonly (string | undefined)[]): void => expect(lines.filter(Boolean).sort().join('\n')).toBe('');
const routed = (method: string, path: string): boolean =>
  world.server.assembly.routes.some((route) => route.method === method && route.path === path);

const events = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select seq::int as n from audit_chains where name = 'operate_logs'`.execute(world.server.db);
  return rows[0]?.n ?? 0;
};

async function file(path: string, language = 'en'): Promise<{ status: number; bytes: Buffer; type: string }> {
  const response = await fetch(`${world.server.url}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'x-jms-org': world.here, cookie: `django_language=${language}` },
  });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') ?? '' };
}

const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 240) ?? '';

test('every list can be had as CSV and XLSX, in every language, and never with a secret', async () => {
  const lists = resources.filter(({ url }) => routed('GET', url));
  const wrong = await each(lists, WIDTH, async ({ url, fields }) => {
    const found: string[] = [];
    for (const [format, language] of [
      ['csv', 'en'],
      ['csv', 'zh'],
      ['xlsx', 'ja'],
    ]) {
      const { status, bytes, type } = await file(`${url}?format=${format}`, language);
      if (status !== 200 || !type.includes(format ?? ''))
        found.push(`${url} as ${format}: ${status} ${type} ${bytes.toString().slice(0, 160)}`);
      if (format !== 'csv') continue;
      const titles = bytes.toString().split('\r\n')[0]?.replace('\ufeff', '').split(',') ?? [];
      const shown = new Set(fields.filter(({ readable }) => readable).map(({ options }) => options.label.en));
      for (const field of fields.filter(({ kind, options }) => (kind.secret || options.writeOnly) && !shown.has(options.label.en)))
        if (titles.includes(field.options.label[language as 'en']) || titles.includes(field.name))
          found.push(`${url} exports ${field.name}`);
    }
    return found.join('\n') || undefined;
  });
  complain(wrong);
  expect(lists.length).toBeGreaterThan(25);
});

test('a list that goes out as an update template and comes back changes nothing', async () => {
  const importable = resources.filter(({ url }) => routed('POST', `${url}import-rows/`) && routed('PATCH', `${url}:id/`));
  const wrong: string[] = [];
  for (const { url, name, definition } of importable) {
    for (const [format, type] of [
      ['csv', 'text/csv'],
      ['xlsx', 'text/xlsx'],
    ] as const) {
      const id = await world.row(name, world.here);
      const { bytes } = await file(`${url}?format=${format}&template=update&ids=${id}`);
      const read = await admin.post<RenderedFile & Json>(`${url}render-to-json/`, new Uint8Array(bytes), {
        headers: { 'content-type': type },
      });
      if (read.status !== 200) {
        wrong.push(`${name} ${format}: ${read.status} ${show(read.body)} from ${bytes.toString().slice(0, 200)}`);
        continue;
      }
      const rows = read.body.data.map((values, at) => ({ n: at + 1, values }));
      const before = await events();
      for (const dry_run of [true, false]) {
        const answer = await admin.post<ImportAnswer>(`${url}import-rows/`, { mode: 'update', dry_run, source: read.body.source, rows });
        const bad = answer.status === 200 ? answer.body.results.find(({ status }) => status !== (dry_run ? 'checked' : 'ok')) : answer.body;
        if (bad) wrong.push(`${name} ${format}: ${show(bad)} for ${show(rows)}`);
      }
      const left = (await events()) - before;
      if (left > 0 && definition.audited !== false) {
        const { rows: last } = await sql<{ diff: unknown }>`select diff from operate_logs order by seq desc limit 1`.execute(
          world.server.db,
        );
        wrong.push(`${name} ${format}: came back changed: ${show(last[0]?.diff)}`);
      }
    }
  }
  complain(wrong);
  expect(importable.length).toBeGreaterThan(12);
});

test('the example of an import template is what a create takes', async () => {
  const creatable = resources.filter(({ url }) =>
    world.server.assembly.routes.some((route) => route.method === 'POST' && route.path === url && route.fileLimit),
  );
  const wrong: string[] = [];
  for (const { url, name } of creatable) {
    const id = await world.row(name, world.here);
    const { bytes } = await file(`${url}?format=csv&template=import&ids=${id}`);
    const read = await admin.post<RenderedFile & Json>(`${url}render-to-json/`, new Uint8Array(bytes), {
      headers: { 'content-type': 'text/csv' },
    });
    if (read.status !== 200) {
      wrong.push(`${name}: ${read.status} ${show(read.body)} from ${bytes.toString().slice(0, 200)}`);
      continue;
    }
    const rows = read.body.data.map((values, at) => ({ n: at + 1, values }));
    const source = createHash('sha256').update(name).digest('hex');
    const answer = await admin.post<ImportAnswer>(`${url}import-rows/`, { mode: 'create', dry_run: true, source, rows });
    const result = answer.body.results?.[0];
    // It exists already; nothing else may be wrong with it.
    const others =
      result?.status === 'error'
        ? Object.entries(result.errors).filter(([, words]) => !/already in use|is required/.test(JSON.stringify(words)))
        : [];
    if (answer.status !== 200 || others.length > 0) wrong.push(`${name}: ${show(answer.body)} for ${show(rows)}`);
  }
  complain(wrong);
  expect(creatable.length).toBeGreaterThan(12);
});
