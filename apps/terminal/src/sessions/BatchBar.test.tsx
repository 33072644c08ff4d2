import { act } from 'react';
import { expect, test } from 'vitest';
import { draw, type } from '../test/draw.tsx';
import { BatchBar } from './BatchBar.tsx';

test('one line of at most 2,048 characters goes out with a line end, and the field is empty again', async () => {
  const sent: string[] = [];
  const box = await draw(<BatchBar count={3} onSend={(text) => sent.push(text)} />);
  const field = box.querySelector('input') as HTMLInputElement;
  const form = box.querySelector('form') as HTMLFormElement;
  const button = box.querySelector('button') as HTMLButtonElement;
  expect(field.maxLength).toBe(2048);
  expect(button.textContent).toBe('Send to all 3 SSH sessions');
  expect(button.disabled).toBe(true);
  await act(async () => form.requestSubmit());
  expect(sent).toEqual([]);
  await type(field, 'uptime');
  expect(button.disabled).toBe(false);
  await act(async () => form.requestSubmit());
  expect(sent).toEqual(['uptime\r']);
  expect(field.value).toBe('');
});
