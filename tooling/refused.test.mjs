import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOf } from './files.mjs';
import { root } from './prepare.mjs';

// A button that cannot be pressed says why (decision 0175). The types of our own buttons, dialogs and menus see to that; this sees to it
// that nobody goes round them by those of Ant Design and of the browser.

/** Buttons that are under way, follow their field, or have the reason for their words. */
const EXCEPT = new Map([
  ['apps/console/src/features/home/SessionCards.tsx', 'it says that the session is ending'],
  ['apps/console/src/fields/TagInput.tsx', 'they follow the field that they are in'],
  ['apps/console/src/login/MfaForm.tsx', 'it says how long there is to wait'],
]);

/** The attributes of each element of a name, as they are written. */
function attributesOf(source, names) {
  const found = [];
  for (const { index, 0: start } of source.matchAll(new RegExp(`<(?:${names.join('|')})(?=[\\s/>])`, 'g'))) {
    let depth = 0;
    let at = index + start.length;
    for (; at < source.length && !(depth === 0 && source[at] === '>'); at += 1)
      depth += source[at] === '{' ? 1 : source[at] === '}' ? -1 : 0;
    found.push(source.slice(index + start.length, at));
  }
  return found;
}

/** Names of attributes: what stands in braces is no name. */
const isLocked = (attributes) => {
  let bare = attributes;
  for (let before = ''; before !== bare; ) {
    before = bare;
    bare = bare.replace(/\{[^{}]*\}/g, '');
  }
  return /(^|\s)disabled(=|\s|$)/.test(bare);
};

const NAMES = ['button', 'Dropdown', 'Popconfirm'];
const mute = (source) => {
  const antd = /import \{[^}]*\bButton\b[^}]*\} from 'antd'/.test(source);
  return attributesOf(source, antd ? [...NAMES, 'Button'] : NAMES).some(isLocked) || /ButtonProps=\{\{[^}]*disabled/.test(source);
};

test('what is locked in silence is found, however it is written', () => {
  const antd = "import { Button } from 'antd';\n";
  expect(mute(`${antd}<Button onClick={() => a > b} disabled={busy}>`)).toBe(true);
  expect(mute(`${antd}<Button type="primary" disabled>`)).toBe(true);
  expect(mute('<button\n  type="button"\n  disabled={a}\n>')).toBe(true);
  expect(mute('<Modal okButtonProps={{ danger, disabled: !ready }} />')).toBe(true);
  expect(mute(`${antd}<Button onClick={() => put({ disabled: true })}>`)).toBe(false);
  expect(mute('<Button locked={busy}><Input disabled />')).toBe(false);
});

test('no button is locked in silence', () => {
  const files = filesOf('apps/console/src', 'apps/terminal/src').filter((file) => file.endsWith('.tsx') && !file.includes('.test.'));
  expect(files.length).toBeGreaterThan(400);
  const found = files.filter((file) => mute(readFileSync(join(root, file), 'utf8')));
  expect(found.sort()).toEqual([...EXCEPT.keys()].sort());
});
