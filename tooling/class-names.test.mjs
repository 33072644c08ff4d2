import { expect, test } from 'vitest';
import { namesIn, refusals, ruledIn } from './class-names.mjs';

const names = (text) => namesIn(text).map(({ name }) => name);

test('reads the names out of whatever gives an element its classes', () => {
  expect(names('<p className="one two">')).toEqual(['one', 'two']);
  expect(names("<p className={state === 'open' ? 'three' : undefined} title='no'>")).toEqual(['three']);
  expect(names(`<p className={\`four five--\${side} six\`}>`)).toEqual(['four', 'five--*', 'six']);
  expect(names("const classes = ['seven', marked && 'eight'];")).toEqual(['seven', 'eight']);
  expect(names("rowClass={(row) => (row.bad ? 'nine' : '')}\nlabel='no'")).toEqual(['nine']);
  expect(names("{ className: 'ten', label: 'no' }")).toEqual(['ten']);
});

test('refuses a name that no sheet has a rule for, and tells where it stands', () => {
  const ruled = new Set(ruledIn('/* .gone {} */ @import "./sheet.css"; .row.is-big:hover > .tag--new { color: red }'));
  expect([...ruled]).toEqual(['row', 'is-big', 'tag--new']);
  const source = `const a = 1;\n<p className="row gone">\n<p className={\`tag--\${kind} is-\${size} sheet--\${kind} ant-btn\`}>`;
  expect(refusals('a.tsx', source, ruled)).toEqual(['a.tsx:2: gone has no rule', 'a.tsx:3: sheet--* has no rule']);
});
