import { expect, test } from 'vitest';
import { safePath } from './redirect.ts';

test.each(['/ui/', '/ui/console/users?order=name', '/luna/?_=1#top', '/%E4%B8%AD/'])('%s is ours', (path) => {
  expect(safePath(path, '/no')).toBe(path);
});

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/%2f/evil.example',
  '/%2F%2Fevil.example',
  '/%5cevil.example',
  '/x/..//evil.example',
  '/%2e/%2fevil.example',
  '/%09/evil.example',
  '/x/../%5cevil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'evil.example',
  '@evil.example',
  ' /ui/',
  '',
  undefined,
  ['/ui/'],
  `/${'a'.repeat(3000)}`,
])('%j is not', (path) => {
  expect(safePath(path, '/no')).toBe('/no');
});
