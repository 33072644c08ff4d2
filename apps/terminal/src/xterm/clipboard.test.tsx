import { expect, test, vi } from 'vitest';
import { type ClipboardRights, guardClipboard } from './clipboard.ts';
import { DEFAULTS, type Preferences } from './preferences.ts';

function guarded({
  rights = { copy: true, paste: true },
  readOnly = false,
  preferences = {},
}: Partial<{ rights: ClipboardRights; readOnly: boolean; preferences: Partial<Preferences> }> = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const clipboard = { writeText: vi.fn(async () => undefined), readText: vi.fn(async () => 'from the clipboard') };
  vi.stubGlobal('navigator', { clipboard });
  const box = document.body.appendChild(document.createElement('div'));
  const pasted: string[] = [];
  const refused: string[] = [];
  const guard = guardClipboard(box, {
    rights: () => rights,
    readOnly: () => readOnly,
    preferences: () => ({ ...DEFAULTS, ...preferences }),
    selection: () => 'selected',
    onPaste: (text) => pasted.push(text),
    onRefused: (what) => refused.push(what),
  });
  const paste = (text: string): Event => {
    const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData: { getData: () => text } });
    box.dispatchEvent(event);
    return event;
  };
  const select = (): void => {
    guard.selected();
    vi.advanceTimersByTime(200);
  };
  return { box, clipboard, guard, pasted, refused, paste, select };
}

test('what is selected is copied, where a person wants that and the permission allows it', () => {
  const { clipboard, select } = guarded();
  select();
  expect(clipboard.writeText).toHaveBeenCalledWith('selected');
  for (const not of [guarded({ preferences: { copyOnSelect: false } }), guarded({ rights: { copy: false, paste: true } })]) {
    not.select();
    expect(not.clipboard.writeText).not.toHaveBeenCalled();
  }
});

test('5 MB of a paste arrive as they are, and the emulator sees none of it', () => {
  const { pasted, paste } = guarded();
  const source = 'ü漢😀\n'.repeat(1_000_000);
  expect(paste(source).defaultPrevented).toBe(true);
  expect(pasted).toEqual([source]);
});

test('a paste is refused without the right, and ignored where nothing is taken', () => {
  const without = guarded({ rights: { copy: true, paste: false } });
  without.paste('text');
  expect([without.pasted, without.refused]).toEqual([[], ['paste']]);
  const ended = guarded({ readOnly: true });
  ended.paste('text');
  expect([ended.pasted, ended.refused]).toEqual([[], []]);
});

test('a right click pastes where a person wants that', async () => {
  const on = guarded({ preferences: { quickPaste: true } });
  on.box.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
  await Promise.resolve();
  await Promise.resolve();
  expect(on.pasted).toEqual(['from the clipboard']);
  const off = guarded();
  off.box.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
  await Promise.resolve();
  await Promise.resolve();
  expect(off.pasted).toEqual([]);
});
