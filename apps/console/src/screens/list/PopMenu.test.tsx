import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
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

/** A menu whose lines come when the transition of its output has ended. */
function Late() {
  const [asked, setAsked] = useState(false);
  const [there, setThere] = useState(false);
  return (
    <>
      <PopMenu
        items={() =>
          there
            ? [
                { key: 'one', label: 'One' },
                { key: 'two', label: 'Two' },
              ]
            : [{ key: 'loading', label: 'Loading', locked: true }]
        }
        onOpen={() => setAsked(true)}
        onPick={() => undefined}
      >
        {(button) => (
          <button type="button" {...button}>
            More
          </button>
        )}
      </PopMenu>
      <output onTransitionEnd={() => setThere(true)}>{asked ? 'asked' : 'not asked'}</output>
    </>
  );
}

test('keys go to the lines that come after the menu was opened', async () => {
  const { user } = await draw(<Late />);
  await user.click(screen.getByRole('button', { name: 'More' }));
  await screen.findByRole('menuitem', { name: 'Loading' });
  // The answer comes.
  fireEvent.transitionEnd(screen.getByText('asked'));
  const first = await screen.findByRole('menuitem', { name: 'One' });
  await waitFor(() => expect(document.activeElement).toBe(first));
});
