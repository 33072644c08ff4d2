import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { draw } from '../../test/draw.tsx';
import type { Entry } from '../sftp/client.ts';
import { type MachineActions, type Rights, Toolbar } from './Toolbar.tsx';

const ALL: Rights = { upload: true, download: true, delete: true };
const FILE = { name: 'a', kind: 'file', size: 1, modified: 0, mode: 0o644 } as Entry;
const NAMES = ['Upload', 'Download', 'New folder', 'New file', 'Edit', 'Rename', 'Change mode', 'Delete'];

let pressed: string[] = [];
afterEach(() => {
  pressed = [];
});

/** The buttons of the bar: what may be pressed, and of the others why not. */
async function bar(rights: Rights, chosen: readonly Entry[]): Promise<Record<string, string | true>> {
  const actions = new Proxy({ tree: undefined } as MachineActions, {
    get: (target, name) => (name === 'tree' ? target.tree : () => void pressed.push(String(name))),
  });
  const box = await draw(
    <Toolbar rights={rights} chosen={chosen} top={false} filter="" onFilter={() => {}} onLeaveFilter={() => {}} actions={actions} />,
  );
  const found: Record<string, string | true> = {};
  for (const name of NAMES) {
    const button = box.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`);
    if (!button) throw new Error(`there is no ${name}`);
    await act(async () => button.click());
    found[name] = button.ariaDisabled ? (document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent ?? '') : true;
  }
  return found;
}

describe('the tool bar of a folder', () => {
  it('lets everything be done that the permission and what is chosen allow', async () => {
    expect(Object.values(await bar(ALL, [FILE])).every((may) => may === true)).toBe(true);
    expect(pressed.toSorted()).toEqual(['download', 'edit', 'mode', 'newFile', 'newFolder', 'remove', 'rename']);
  });

  it('says of each button that cannot be pressed why, and does nothing', async () => {
    const NO_UPLOAD = 'Your permission does not allow uploading.';
    expect(await bar({ upload: false, download: false, delete: false }, [FILE])).toEqual({
      Upload: NO_UPLOAD,
      Download: expect.stringContaining('does not allow downloading'),
      'New folder': NO_UPLOAD,
      'New file': NO_UPLOAD,
      Edit: expect.stringContaining('takes the permission'),
      Rename: NO_UPLOAD,
      'Change mode': NO_UPLOAD,
      Delete: expect.stringContaining('does not allow deleting'),
    });
    expect(pressed).toEqual([]);
  });

  it('asks for a choice where one is needed', async () => {
    const nothing = await bar(ALL, []);
    for (const name of ['Download', 'Edit', 'Rename', 'Change mode', 'Delete']) expect(nothing[name], name).toMatch(/^(Choose|Select) /);
    const two = await bar(ALL, [FILE, { ...FILE, name: 'b' }]);
    expect(two.Rename).toMatch(/one/);
    expect(two.Delete).toBe(true);
  });
});
