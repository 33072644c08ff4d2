import { expect, test } from 'vitest';
import { anchorOf, faultsOf } from './citations.mjs';

const pages = { 'docs/wire/lists.md': '# Lists\n\n## Paging, and order\n', 'docs/decisions/0001-one.md': '# 0001. One\n' };
const faults = (file, text) => faultsOf(file, text, (path) => pages[path], new Set(['0001'])).map(({ fault }) => fault);

test('pages, headings and decisions of the tree may be cited', () => {
  expect(anchorOf('Paging, and order')).toBe('paging-and-order');
  expect(faults('a.ts', '// docs/wire/lists.md#paging-and-order, decision 0001, docs/decisions/0001, RFC 6066 §3')).toEqual([]);
  expect(faults('docs/wire/lists.md', '[here](lists.md#lists), [there](#lists)')).toEqual([]);
});

test.each([
  ['a.ts', '// docs/wire/lists.md#nothing', 'docs/wire/lists.md has no heading #nothing'],
  ['a.ts', '// docs/wire/gone.md', 'docs/wire/gone.md is not there'],
  ['a.ts', '// decision 0002', 'there is no decision 0002'],
  ['docs/wire/other.md', '[here](gone.md)', 'docs/wire/gone.md is not there'],
  ['docs/wire/other.md', '[here](#nowhere)', 'docs/wire/other.md has no heading #nowhere'],
])('in %s "%s" is found', (file, text, fault) => {
  const read = (path) => (path === file ? text : pages[path]);
  expect(faultsOf(file, text, read, new Set(['0001'])).map((one) => one.fault)).toEqual([fault]);
});

test.each(['(contract/common.md)', 'spec §9', 'Spec §5', 'shell §10', 'DESIGN §4', 'screens/audit.md', '(issue 3 §3)', 'look.md'])(
  '%s is nothing that a reader of the tree could open',
  (words) => expect(faults('a.ts', `/** ${words} */`)[0]).toMatch(/^names a paper/),
);

test('a sign of a section needs the name of its standard', () => {
  expect(faults('a.ts', '/** as in §3 */')).toEqual(['a section of what?']);
  expect(faults('a.ts', '/** (RFC 4253\n * §9) */')).toEqual([]);
});
