import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { draw } from '../../test/draw.tsx';
import { NameDialog } from './dialogs.tsx';

/** The field of a dialog that renames. */
async function renaming(initial: string): Promise<HTMLInputElement> {
  await draw(<NameDialog title="Rename" action="Rename" initial={initial} taken={new Set()} run={async () => {}} onClose={() => {}} />);
  const field = document.querySelector<HTMLInputElement>('#pf-name');
  if (!field) throw new Error('the dialog has no field');
  return field;
}
const chosen = ({ value, selectionStart, selectionEnd }: HTMLInputElement): string => value.slice(selectionStart ?? 0, selectionEnd ?? 0);

describe('the dialog that asks for a name', () => {
  it.each([
    ['notes (2).txt', 'notes (2)'],
    ['.profile', '.profile'],
    ['archive', 'archive'],
  ])('has the name %s without its ending chosen, to be written over', async (name, part) => {
    expect(chosen(await renaming(name))).toBe(part);
  });

  // The dialog takes the focus back when it has opened: whoever was quicker keeps what they chose, and what they write goes there.
  it('leaves what a person chose as it is when the focus comes back', async () => {
    const field = await renaming('notes.txt');
    await act(async () => {
      field.blur();
      field.select();
      field.focus();
    });
    expect(chosen(field)).toBe('notes.txt');
  });
});
