import { expect, test } from 'vitest';
import { MADE_KEYS } from './made-words.mjs';
import { unusedConsoleWords } from './unused-words.mjs';

const linesFor = (keys, made) => unusedConsoleWords(keys, made).join('\n');

test('a word that no code says is found, also below keys that are put together', () => {
  expect(linesFor(['shell:nobody.saysThis'])).toContain('shell:nobody.saysThis is said nowhere');
  expect(linesFor(['fields:rule.handsome'])).toContain('fields:rule.handsome is said nowhere');
  expect(linesFor(['fields:rule.onePrimary', 'screens:action.save', 'screens:form.blankKeeps'])).toBe('');
});

test('a key without its namespace counts for the namespaces that its file uses', () => {
  expect(linesFor(['tickets:action.save'])).toContain('tickets:action.save is said nowhere');
});

test('a template needs a line that says where it leads, and a line its template', () => {
  const without = MADE_KEYS.filter(({ keys }) => keys !== 'fields:cron.');
  expect(linesFor([], without)).toContain('which words `cron.');
  expect(linesFor([], [...MADE_KEYS, { keys: 'fields:moon.', in: ['fields/CronDialog.tsx'], from: [] }])).toContain(
    'makes no fields:moon.',
  );
});
