import { expect, test } from 'vitest';
import { offersBatch } from '../sessions/batch.ts';
import { markOf } from './mark.ts';

const ann = { name: 'Ann', username: 'ann' };

test('sessions are marked with who looks at them where the setting asks for it', () => {
  expect(markOf({ SECURITY_WATERMARK_ENABLED: true }, ann, 'web-1')).toEqual(['Ann(ann)', 'web-1']);
  expect(markOf({ SECURITY_WATERMARK_ENABLED: false }, ann, 'web-1')).toEqual([]);
  expect(markOf({}, ann, 'web-1')).toEqual([]);
});

test('one line goes to several terminals where commands may be executed in bulk', () => {
  expect(offersBatch({ SECURITY_COMMAND_EXECUTION: true }, 'ssh', 2)).toBe(true);
  expect(offersBatch({ SECURITY_COMMAND_EXECUTION: false }, 'ssh', 2)).toBe(false);
  expect(offersBatch({ SECURITY_COMMAND_EXECUTION: true }, 'ssh', 1)).toBe(false);
  expect(offersBatch({ SECURITY_COMMAND_EXECUTION: true }, 'mysql', 2)).toBe(false);
});
