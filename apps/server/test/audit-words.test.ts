import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Json } from '@postern/testkit/api';
import { forThisFile } from '@postern/testkit/for-this-file';
import { expect, test } from 'vitest';
import { serverOfFile } from './harness.ts';

/** All that is written into the log of operations has words in three languages. What is written stands in the sources, which are read here. */

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

/** Types of files that take theirs from a definition, or from whoever calls them. */
const BY_DEFINITION: Readonly<Record<string, string>> = {
  'features/permissions/relation.queries.ts': 'assetpermission',
  'features/access-reviews/apply.ts': 'assetpermission',
  'features/access-reviews/review.routes.ts': 'accessreviewline',
  'features/authentication/passkeys.ts': 'user',
};

/** Fields whose names are chosen while it runs. */
const MADE: readonly (readonly [type: string, field: string])[] = [
  ['user', 'private_token'],
  ['user', 'passkey'],
  ['user', 'recovery_codes'],
  ['user', 'wecom_id'],
  ['user', 'slack_id'],
  ['user', 'system_roles'],
  ['user', 'org_roles'],
  ['user', 'groups'],
  ['setting', 'exported'],
  ['setting', 'imported'],
];

interface Written {
  file: string;
  types: readonly string[];
  fields: readonly string[];
}

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((found) => found[1] as string);

function writtenIn(file: string): Written {
  const text = readFileSync(SRC + file, 'utf8');
  const notes = all(text, /noteChange\([^;]*?,\s*'([a-z_]+)'/g);
  const types = new Set([
    ...all(text, /resourceType: '([a-z]+)'/g),
    ...(/resourceType: (TYPE|TRUSTED)\b/.test(text) ? all(text, /const (?:TYPE|TRUSTED) = '([a-z]+)'/g) : []),
    ...(notes.length > 0 ? ['user'] : []),
    ...(BY_DEFINITION[file] ? [BY_DEFINITION[file]] : []),
  ]);
  // A change says what was before; other objects have fields, too.
  const fields = new Set([...notes, ...all(text, /\bfield: '([a-z_]+)',\s*before\b/g)]);
  return { file, types: [...types], fields: [...fields] };
}

const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.(test|fixtures|gen)\.ts$/.test(file))
  .map(writtenIn);
const TYPES = [...new Set(FILES.flatMap(({ types }) => types))].sort();

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));

const IN = { zh: 'zh-hans', ja: 'ja', en: 'en' } as const;

/** What the log calls a type and fields of it, in each language. */
async function read(
  type: string,
  fields: readonly string[],
): Promise<Record<keyof typeof IN, { type: string; fields: string[]; values: string[] }>> {
  const id = randomUUID();
  await server.platform.asSystem('test', async (ctx) =>
    ctx.audit({
      action: 'update',
      resourceType: type,
      resourceId: id,
      resource: id,
      changes: fields.map((field) => ({ field, before: '', after: 'Yes' })),
    }),
  );
  const root = admin.inOrg('ROOT');
  const told = async (tag: string) => {
    const headers = { 'accept-language': tag };
    const [row] = (await root.get<Json>('audits/operate-logs/', { query: { search: id, limit: 5, offset: 0 }, headers })).body.results;
    const { diff } = (await root.get<Json>(`audits/operate-logs/${row.id}/`, { query: { type: 'action_detail' }, headers })).body;
    return {
      type: String(row.resource_type),
      fields: diff.map(({ field }: Json) => String(field)),
      values: diff.map(({ after }: Json) => String(after)),
    };
  };
  return { en: await told(IN.en), zh: await told(IN.zh), ja: await told(IN.ja) };
}
const SCRIPTS = { zh: /\p{Script=Han}/u, ja: /\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Han}/u } as const;
/** Names that are the same everywhere. */
const SAME = new Set(['Slack ID', 'WeCom ID']);

test('the sources tell what is written', () => {
  expect(TYPES.length).toBeGreaterThan(30);
  expect(FILES.flatMap(({ fields }) => fields).length).toBeGreaterThan(50);
  expect(FILES.filter(({ types, fields }) => fields.length > 0 && types.length === 0).map(({ file }) => file)).toEqual([]);
});

test.each(TYPES)('%s is called something in each language, and not as it is stored', async (type) => {
  const { en, zh, ja } = await read(type, []);
  expect(en.type, 'English').not.toBe(type);
  expect(zh.type).toMatch(SCRIPTS.zh);
  expect(ja.type).toMatch(SCRIPTS.ja);
});

const PAIRS = new Map<string, { types: readonly string[]; fields: readonly string[] }>(
  [
    ...FILES.filter(({ fields }) => fields.length > 0),
    ...MADE.map(([type, field]) => ({ file: `${type} ${field}`, types: [type], fields: [field] })),
  ].map((one) => [one.file, one]),
);

test.each([...PAIRS.keys()])('fields that change have words: %s', async (file) => {
  const { types, fields } = PAIRS.get(file) as Written;
  const read_ = await Promise.all(types.map((type) => read(type, fields)));
  // One file may write of several things; each field is of one of them.
  const wanting = fields.filter(
    (field, n) =>
      !read_.some(({ en, zh, ja }) => {
        const [word, chinese, japanese] = [en.fields[n] ?? '', zh.fields[n] ?? '', ja.fields[n] ?? ''];
        return SAME.has(word) || (word !== field && SCRIPTS.zh.test(chinese) && SCRIPTS.ja.test(japanese));
      }),
  );
  expect(wanting).toEqual([]);
});

test.each([
  ['user', 'end_accepted'],
  ['periodictask', 'enabled'],
])('that %s.%s was switched reads in words of the language', async (type, field) => {
  const { en, zh, ja } = await read(type, [field]);
  expect([en.values, zh.values, ja.values]).toEqual([['Yes'], ['是'], ['はい']]);
});
