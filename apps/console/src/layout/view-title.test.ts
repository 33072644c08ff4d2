import { expect, test } from 'vitest';
import { viewTitle } from './view-title.ts';

test('a view that was opened in another language is named in the one of now; objects keep their names', () => {
  expect(viewTitle({ path: '/settings/security', title: 'Security' }, 'zh')).toBe('安全设置');
  expect(viewTitle({ path: '/settings/security', title: '安全设置' }, 'ja')).toBe('セキュリティ');
  expect(viewTitle({ path: '/console/users/users/1', title: 'Mia Brandt' }, 'ja')).toBe('Mia Brandt');
  expect(viewTitle({ path: '/nowhere', title: 'Security' }, 'ja')).toBe('Security');
});
