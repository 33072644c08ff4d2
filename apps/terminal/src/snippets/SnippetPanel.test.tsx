import { act } from 'react';
import { expect, test } from 'vitest';
import { draw, press, seen, serve, type } from '../test/draw.tsx';
import { sessionTab } from '../test/tabs.ts';
import { SnippetPanel } from './SnippetPanel.tsx';

const LOAD = { id: 'l', name: 'Load', args: 'uptime', is_shared: false, creator: '1' };
const COPY = { id: 'c', name: 'Copy', args: 'scp {{file}} {{host}}:', is_shared: true, creator: '2' };

type Use = [keys: readonly string[], command: string, run: boolean];

async function panel(
  active: readonly string[],
  chosen: string[] = [],
): Promise<{ box: HTMLElement; used: Use[]; log: ReturnType<typeof serve> }> {
  const used: Use[] = [];
  const log = serve({
    'GET ops/adhocs/': () => [COPY, LOAD],
    'POST ops/adhocs/': () => LOAD,
    'PATCH ops/adhocs/l/': () => LOAD,
    'DELETE ops/adhocs/l/': () => null,
  });
  const box = await draw(
    <SnippetPanel active={active} sessions={chosen.map(sessionTab)} onUse={(...use) => used.push(use)} onClose={() => undefined} />,
  );
  await seen(() => expect(box.querySelectorAll('.pt-snippet')).toHaveLength(2));
  return { box, used, log };
}
const button = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find((one) => one.getAttribute('aria-label') === name);
  if (!found) throw new Error(`no button is called "${name}"`);
  return found;
};
const click = (name: string): Promise<void> => act(async () => button(name).click());

test('a command is run or inserted in the session in view', async () => {
  const { used } = await panel(['a']);
  await click('Run Load');
  await click('Insert Load');
  expect(used).toEqual([
    [['a'], 'uptime', true],
    [['a'], 'uptime', false],
  ]);
});

test('blanks are asked for before anything goes to a session', async () => {
  const { used } = await panel(['a']);
  await click('Run Copy');
  expect(used).toEqual([]);
  const fields = [...document.querySelectorAll<HTMLInputElement>('[role="dialog"] input')];
  expect(fields).toHaveLength(2);
  const run = (): HTMLButtonElement => document.querySelector('[role="dialog"] .ant-btn-primary') as HTMLButtonElement;
  await type(fields[0] as HTMLInputElement, 'a b.txt');
  expect(document.getElementById(run().getAttribute('aria-describedby') ?? '')?.textContent).toBe('Fill in every field first.');
  await type(fields[1] as HTMLInputElement, 'quay');
  await act(async () => run().click());
  expect(used).toEqual([[['a'], 'scp a b.txt quay:', true]]);
});

test('commands are found by name and by what they do; Enter inserts the first', async () => {
  const { box, used } = await panel(['a']);
  const field = box.querySelector('input') as HTMLInputElement;
  await type(field, 'upt');
  expect([...box.querySelectorAll('.pt-snippet-name')].map((one) => one.textContent)).toEqual(['Load']);
  await act(async () => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
  expect(used).toEqual([[['a'], 'uptime', false]]);
  await type(field, 'nothing such');
  expect(box.textContent).toContain('No command fits');
});

test('nothing can be used where no session takes it', async () => {
  const { box } = await panel([]);
  expect(button('Run Load').getAttribute('aria-disabled')).toBe('true');
  expect(box.textContent).toContain('Open a session to use commands.');
});

test('what others share is used, and not changed', async () => {
  await panel(['a']);
  expect(document.querySelector('[aria-label="Edit Copy"]')).toBeNull();
  expect(document.querySelector('[aria-label="Delete Copy"]')).toBeNull();
});

test('commands are made, changed and deleted on the server', async () => {
  const { log } = await panel(['a']);
  const writes = (): string[] => log.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  await click('New command template');
  await type(document.querySelector('#snippet-name') as HTMLInputElement, 'Disk');
  await act(async () => {
    const area = document.querySelector('#snippet-command') as HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, 'df -h');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await press('Save');
  await seen(() => expect(writes()).toEqual(['POST ops/adhocs/']));
  await click('Edit Load');
  await press('Save');
  await seen(() => expect(writes()).toContain('PATCH ops/adhocs/l/'));
  await click('Delete Load');
  await press('Delete');
  await seen(() => expect(writes()).toContain('DELETE ops/adhocs/l/'));
});
