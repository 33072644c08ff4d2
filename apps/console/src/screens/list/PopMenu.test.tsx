import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { draw } from '../../test/draw.tsx';
import { PopMenu } from './PopMenu.tsx';

test('a menu ends at 60 percent of the height and scrolls from there on', async () => {
  const sheet = document.head.appendChild(document.createElement('style'));
  onTestFinished(() => sheet.remove());
  sheet.textContent = readFileSync(join(import.meta.dirname, 'search.css'), 'utf8');
  const picked: string[] = [];
  const items = Array.from({ length: 40 }, (_, at) => ({ key: String(at), label: `Line ${at}` }));
  const { user } = await draw(
    <PopMenu items={() => items} onPick={(key) => picked.push(key)}>
      {(button) => (
        <button type="button" {...button}>
          More
        </button>
      )}
    </PopMenu>,
  );
  await user.click(screen.getByRole('button', { name: 'More' }));
  const line = await screen.findByRole('menuitem', { name: 'Line 39' });
  const { maxHeight, overflowY } = getComputedStyle(line.closest('.ant-dropdown-menu') as HTMLElement);
  expect(Number.parseFloat(maxHeight)).toBeCloseTo(window.innerHeight * 0.6);
  expect(overflowY).toBe('auto');
  await user.click(line);
  expect(picked).toEqual(['39']);
});
