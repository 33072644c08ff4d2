import { Button, IconButton, WhyNot } from '@postern/ui';
import { screen } from '@testing-library/react';
import { X } from 'lucide-react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Dialog } from '../../fields/Dialog.tsx';
import { draw } from '../../test/draw.tsx';
import { NodeMenu } from '../tree/NodeMenu.tsx';
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

/** Saves as long as there is something to save. */
function Saving({ onSave }: { onSave: () => void }) {
  const [changed, setChanged] = useState(true);
  const save = () => {
    onSave();
    setChanged(false);
  };
  return (
    <Button refused={!changed && REASON} onClick={save}>
      Save
    </Button>
  );
}

test('a button that is refused after its press keeps the focus and says why', async () => {
  const save = vi.fn();
  const { user } = await draw(<Saving onSave={save} />);
  await user.tab();
  await user.keyboard('{Enter}{Enter}');
  expect(save).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Save', description: REASON })).toHaveFocus();
});

test('a button that follows its field is locked without a word', async () => {
  await draw(
    <>
      <Button locked refused={REASON}>
        Add
      </Button>
      <IconButton icon={X} label="Remove" locked refused={REASON} />
    </>,
  );
  for (const button of screen.getAllByRole('button')) {
    expect(button).toBeDisabled();
    expect(button).not.toHaveAttribute('aria-describedby');
  }
});

/** Creates once there is a name. */
function Naming({ run }: { run: () => void }) {
  const [name, setName] = useState('');
  return (
    <Dialog title="New" verb="Create" run={run} refused={name === '' && REASON} onClose={() => undefined}>
      <input aria-label="Name" value={name} onChange={({ target }) => setName(target.value)} />
    </Dialog>
  );
}

test('the button of a dialog says what is missing, and does what it is for once nothing is', async () => {
  const run = vi.fn();
  const { user } = await draw(<Naming run={run} />);
  await user.click(screen.getByRole('button', { name: 'Create', description: REASON }));
  expect(run).not.toHaveBeenCalled();
  await user.type(screen.getByLabelText('Name'), 'x');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  expect(run).toHaveBeenCalledOnce();
});

test('a node menu says why what it offers is refused, and stays', async () => {
  const pick = vi.fn();
  const { user } = await draw(
    <NodeMenu place={{ x: 0, y: 0 }} items={[{ key: 'delete', label: 'Delete', why: REASON }]} onPick={pick} onClose={() => undefined} />,
  );
  await user.click(await screen.findByRole('menuitem', { name: /Delete/, description: REASON }));
  expect(pick).not.toHaveBeenCalled();
});
