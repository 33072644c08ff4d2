import { expect, test } from 'vitest';
import { coverage, pointsUnder, unshown } from './spec-coverage.mjs';

const HERE = 'tooling/spec-coverage.test.mjs > a row with its file and its test is done';
const table = (section, ...rows) =>
  `## ${section}\n\n| no | claim | file | test | state |\n|---|---|---|---|---|\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;
const problemsOf = (...rows) => coverage(table('shell', ...rows)).problems;

test('a row with its file and its test is done', () => {
  const { problems, counts } = coverage(table('shell', ['SH-01', 'It is.', '`tooling/spec-coverage.mjs`', `\`${HERE}\``, 'done']));
  expect(problems).toEqual([]);
  expect(counts.get('shell')).toEqual({ done: 1, gap: 0, waits: 0 });
});

test('several names of a line are told apart, whatever is in a title', () => {
  const two = `\`${HERE}\`; \`tooling/named-tests.test.mjs > a test that is there is found by its file and title\``;
  const files = '`tooling/steps.mjs`; `tooling/spec-coverage.mjs`';
  expect(problemsOf(['SH-01', 'x', files, two, 'done'])).toEqual([]);
  expect(problemsOf(['SH-01', 'x', files, `${two.slice(0, -1)}; gone\``, 'done'])).toHaveLength(1);
});

test.each([
  [['SH-01', 'x', 'tooling/gone.mjs', HERE, 'done'], 'tooling/gone.mjs is gone'],
  [['SH-01', 'x', 'tooling/steps.mjs', 'tooling/spec-coverage.test.mjs > gone', 'done'], 'no test of that title'],
  [['SH-01', 'x', 'tooling/steps.mjs', '', 'done'], 'names no test'],
  [['SH-01', 'x', '', HERE, 'done'], 'names no file'],
  [['SH-01', 'x', 'tooling/steps.mjs', '', 'soon'], 'is no state'],
  [['SH-01', 'x', 'tooling/steps.mjs', '', ''], 'is no state'],
  [['SH-01', 'x', '', '', 'waits for: a door'], 'may not wait'],
  [['SH-01', 'x', '', '', 'gap: all'], 'may not stay a gap'],
  [['', 'x', '', '', 'gap: all'], 'has no number'],
  [['SH-01', '', '', '', 'gap: all'], 'claims nothing'],
])('%j is told', (row, why) => {
  expect(problemsOf(row).join()).toContain(why);
});

test('a number stands once, gaps and what waits elsewhere are counted', () => {
  expect(problemsOf(['SH-01', 'x', '', '', 'gap: a'], ['SH-01', 'y', '', '', 'gap: b']).join()).toContain('taken');
  const { problems, counts } = coverage(table('audit', ['AU-01', 'x', '', '', 'waits for: a door'], ['AU-02', 'y', '', '', 'gap: b']));
  expect(problems).toEqual([]);
  expect(counts.get('audit')).toEqual({ done: 0, gap: 1, waits: 1 });
});

test('what README says is named with a test of the product, and nothing else is', () => {
  const readme = '## What works today\n\n- It opens,\n  and it shuts.\n- It stays.\n\nNot yet: more.\n\n## Next\n\n- no point\n';
  expect(pointsUnder('What works today', readme)).toEqual(['It opens, and it shuts.', 'It stays.']);
  const claims = (...rows) => `| claim | test |\n|---|---|\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;
  const shown = '`e2e/demo.test.ts > a demo begins with people, a licence, and machines that answer`';
  expect(unshown(readme, claims(['It opens', shown], ['it shuts', shown], ['It stays', shown]))).toEqual([]);
  expect(unshown(readme, claims(['It opens', shown], ['it shuts', shown])).join()).toContain('It stays');
  expect(unshown(readme, claims(['It opens', shown], ['it shuts', shown], ['It stays', shown], ['It sings', shown])).join()).toContain(
    'sings',
  );
  expect(unshown(readme, claims(['It opens', HERE], ['it shuts', shown], ['It stays', shown])).join()).toContain('nor a server');
  expect(unshown(readme, claims(['It opens', ''], ['it shuts', shown], ['It stays', shown])).join()).toContain('names no test');
});
