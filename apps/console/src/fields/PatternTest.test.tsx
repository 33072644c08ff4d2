import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '../test/draw.tsx';
import type { TriedPattern } from './PatternPanel.tsx';
import { PatternTest } from './PatternTest.tsx';

async function open(pattern: Omit<TriedPattern, 'ignoreCase'>, text: string, language: 'en' | 'zh' = 'en') {
  const { user, container } = await draw(<PatternTest ignoreCase {...pattern} />, { language });
  await user.click(screen.getByRole('button'));
  const box = await screen.findByRole('textbox');
  if (text !== '') await user.click(box);
  if (text !== '') await user.paste(text);
  const lines = () => screen.queryAllByRole('listitem').map((line) => [...line.children].map((part) => part.textContent));
  const marks = () => [...container.querySelectorAll('mark')].map((mark) => mark.textContent);
  return { lines, marks };
}

test('a pattern is tried on lines, with what it finds marked', async () => {
  const { lines, marks } = await open({ type: 'regex', source: '^(sudo\\s+)?(rm|mkfs)\\b' }, 'sudo rm -rf /\nls\nRM x\nfarm');
  expect(lines()).toEqual([
    ['sudo rm -rf /', 'found'],
    ['ls', 'not found'],
    ['RM x', 'found'],
    ['farm', 'not found'],
  ]);
  expect(marks()).toEqual(['sudo rm', 'RM']);
});

test('so is a list of commands', async () => {
  const { lines, marks } = await open({ type: 'command', source: 'rm -rf\nreboot' }, 'rm   -rf x; reboot\nrebooted');
  expect(lines().map(([, answer]) => answer)).toEqual(['found', 'not found']);
  expect(marks()).toEqual(['rm   -rf', 'reboot']);
});

test('what cannot be taken is named with its place, in the language of the page', async () => {
  await open({ type: 'regex', source: 'rm(?! -i)' }, 'rm x');
  expect(within(screen.getByRole('status')).getByText(/\(\?! at character 3/)).toBeVisible();
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('and in Chinese', async () => {
  await open({ type: 'regex', source: '(a)\\1' }, '', 'zh');
  expect(within(screen.getByRole('status')).getByText(/不支持反向引用：第 4 个字符处的 \\1/)).toBeVisible();
});
