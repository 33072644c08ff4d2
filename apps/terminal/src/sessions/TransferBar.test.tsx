import { expect, test } from 'vitest';
import { draw, press } from '../test/draw.tsx';
import { TransferBar } from './TransferBar.tsx';

async function bar(kind: 'upload' | 'download', allowed: boolean, files: boolean) {
  const done: string[] = [];
  const box = await draw(
    <TransferBar kind={kind} allowed={allowed} onFiles={files ? () => done.push('files') : undefined} onStop={() => done.push('stop')} />,
  );
  return { done, buttons: [...box.querySelectorAll('button')].map(({ textContent }) => textContent), text: box.textContent ?? '' };
}

test('the program is ended before the file manager opens', async () => {
  const { done, buttons } = await bar('upload', true, true);
  expect(buttons).toEqual(['Stop rz', 'Upload in the file manager']);
  await press('Upload in the file manager');
  expect(done).toEqual(['stop', 'files']);
});

test('it is ended without it, too', async () => {
  const { done, buttons } = await bar('download', true, true);
  expect(buttons).toEqual(['Stop sz', 'Download in the file manager']);
  await press('Stop sz');
  expect(done).toEqual(['stop']);
});

test('where the permission or the session has no files, it says why and offers nothing but the end', async () => {
  const refused = await bar('upload', false, true);
  expect(refused.buttons).toEqual(['Stop rz']);
  expect(refused.text).toContain('This permission does not allow uploading.');
  const none = await bar('download', true, false);
  expect(none.buttons).toEqual(['Stop sz']);
  expect(none.text).toContain('Files cannot be opened from this session');
});
