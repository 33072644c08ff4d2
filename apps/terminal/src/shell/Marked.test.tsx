import { expect, test } from 'vitest';
import { draw } from '../test/draw.tsx';
import { Marked } from './Marked.tsx';

test('a session is covered by who looks at it where the settings ask for it, and by nothing otherwise', async () => {
  const marked = await draw(<Marked asset="web-1" />, { SECURITY_WATERMARK_ENABLED: true });
  expect(marked.querySelector('.pt-mark')).not.toBeNull();
  const plain = await draw(<Marked asset="web-1" />, { SECURITY_WATERMARK_ENABLED: false });
  expect(plain.querySelector('.pt-mark')).toBeNull();
});
