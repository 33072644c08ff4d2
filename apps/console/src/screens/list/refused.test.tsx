import { WhyNot } from '@postern/ui';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { draw } from '../../test/draw.tsx';
import { PopMenu } from './PopMenu.tsx';

const REASON = 'It is built in.';
const words = () => document.querySelector('.p-why')?.textContent;

test('a button that cannot be pressed says why to the pointer, the keys and screen readers, and does nothing', async () => {
  const press = vi.fn();
  const { user } = await draw(
    <WhyNot reason={REASON}>
      <button type="button" onClick={press}>
        Delete
      </button>
    </WhyNot>,
  );
  const button = screen.getByRole('button', { name: 'Delete', description: REASON });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await user.hover(button);
  expect(words()).toBe(REASON);
  await user.unhover(button);
  expect(words()).toBeUndefined();
  await user.tab();
  expect(button).toHaveFocus();
  expect(words()).toBe(REASON);
  await user.keyboard('{Escape}');
  expect(words()).toBeUndefined();
  await user.keyboard('{Enter} ');
  await user.click(button);
  expect(press).not.toHaveBeenCalled();
});

test('without a reason it is the button as it is', async () => {
  const press = vi.fn();
  const { user } = await draw(
    <WhyNot reason={false}>
      <button type="button" onClick={press}>
        Delete
      </button>
    </WhyNot>,
  );
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(press).toHaveBeenCalledOnce();
  expect(screen.getByRole('button')).not.toHaveAttribute('aria-disabled');
});

test('a form is not sent by its button, nor by Enter in a field', async () => {
  const send = vi.fn();
  const { user } = await draw(
    <form onSubmit={send}>
      <input aria-label="Name" />
      <WhyNot reason={REASON}>
        <button type="submit">Save</button>
      </WhyNot>
    </form>,
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'web{Enter}');
  expect(send).not.toHaveBeenCalled();
});

test('a line of a menu that cannot be picked has the focus of the keys, says why and leaves the menu open', async () => {
  const pick = vi.fn();
  const { user } = await draw(
    <PopMenu
      items={() => [
        { key: 'delete', label: 'Delete', why: REASON },
        { key: 'copy', label: 'Copy' },
      ]}
      onPick={pick}
    >
      {(button) => (
        <button {...button} type="button">
          More
        </button>
      )}
    </PopMenu>,
  );
  await user.click(screen.getByRole('button', { name: 'More' }));
  const line = await screen.findByRole('menuitem', { name: 'Delete', description: REASON });
  expect(line).toHaveAttribute('aria-disabled', 'true');
  line.focus();
  expect(line).toHaveFocus();
  await user.keyboard('{Enter}');
  await user.click(line);
  expect(pick).not.toHaveBeenCalled();
  await user.click(screen.getByRole('menuitem', { name: 'Copy' }));
  expect(pick).toHaveBeenCalledExactlyOnceWith('copy');
});
