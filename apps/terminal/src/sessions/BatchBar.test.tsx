import { act } from 'react';
import { expect, test } from 'vitest';
import { draw, press, type } from '../test/draw.tsx';
import { sessionTab } from '../test/tabs.ts';
import { BatchBar } from './BatchBar.tsx';

test('one line of at most 2,048 characters goes out with a line end, and the field is empty again', async () => {
  const sent: unknown[] = [];
  const box = await draw(<BatchBar sessions={['a', 'b', 'c'].map(sessionTab)} onSend={(keys, text) => sent.push([keys, text])} />);
  const field = box.querySelector('input') as HTMLInputElement;
  const form = box.querySelector('form') as HTMLFormElement;
  const button = box.querySelector('button') as HTMLButtonElement;
  expect(field.maxLength).toBe(2048);
  expect(button.textContent).toBe('Send to all 3 SSH sessions');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(box.textContent).toContain('Enter something first.');
  await act(async () => form.requestSubmit());
  expect(sent).toEqual([]);
  await type(field, 'uptime');
  expect(button.getAttribute('aria-disabled')).toBeNull();
  await act(async () => form.requestSubmit());
  expect(sent).toEqual([[['a', 'b', 'c'], 'uptime\r']]);
  expect(field.value).toBe('');
});

test('a line goes to chosen sessions alone', async () => {
  const sent: unknown[] = [];
  const box = await draw(<BatchBar sessions={['a', 'b', 'c'].map(sessionTab)} onSend={(keys, text) => sent.push([keys, text])} />);
  await act(async () => (box.querySelector('[aria-haspopup="dialog"]') as HTMLButtonElement).click());
  await act(async () => (document.querySelector('[role="dialog"] input[value="b"]') as HTMLInputElement).click());
  await press('Save');
  expect(box.querySelector('button')?.textContent).toBe('Send to 2 chosen sessions');
  await type(box.querySelector('input') as HTMLInputElement, 'uptime');
  await act(async () => (box.querySelector('form') as HTMLFormElement).requestSubmit());
  expect(sent).toEqual([[['a', 'c'], 'uptime\r']]);
});
