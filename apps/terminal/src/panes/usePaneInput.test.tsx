import { act, useRef } from 'react';
import { expect, test } from 'vitest';
import type { PaneControl } from '../sessions/TerminalPane.tsx';
import type { TabsState } from '../sessions/tabs-state.ts';
import { draw, press, seen } from '../test/draw.tsx';
import { opened } from '../test/tabs.ts';
import { type Controls, usePaneInput } from './usePaneInput.ts';

const SIX = 'one\ntwo\nthree\nfour\nfive\nsix';

type Input = ReturnType<typeof usePaneInput>;

function Panes(props: { state: TabsState; controls: Controls; onInput: (input: Input) => void }) {
  props.onInput(usePaneInput(props.state, useRef(props.controls)));
  return null;
}

/** The panes of some sessions, and what each was sent. */
async function panes(state: TabsState, more: Readonly<Record<string, Partial<PaneControl>>> = {}) {
  const sent: Record<string, string> = {};
  const control = (key: string): PaneControl => ({
    type: (text) => {
      sent[key] = (sent[key] ?? '') + text;
    },
    paste: (source) => {
      sent[key] = `${sent[key] ?? ''}[${source}]`;
    },
    bracketed: () => false,
    mayPaste: () => true,
    focus: () => undefined,
    movable: () => false,
    handOver: async () => null,
    takeBack: () => undefined,
    ...more[key],
  });
  const inputs: Input[] = [];
  await draw(
    <Panes state={state} controls={new Map(state.tabs.map(({ key }) => [key, control(key)]))} onInput={(input) => inputs.push(input)} />,
  );
  return { sent, input: inputs.at(-1) as Input };
}
const synced = (...keys: string[]): TabsState => ({ ...opened('a', 'b', 'c', 'd'), synced: keys });

test('what is typed into a synchronised session goes to the others, and to nobody else', async () => {
  const { sent, input } = await panes(synced('a', 'b', 'c'));
  input.typed('a', 'ls\r');
  expect(sent).toEqual({ b: 'ls\r', c: 'ls\r' });
  input.typed('d', 'alone');
  expect(sent).toEqual({ b: 'ls\r', c: 'ls\r' });
});

test('it does not go to one that has ended or is not connected yet', async () => {
  const state = synced('a', 'b', 'c');
  const phases = { b: 'ended', c: 'connecting' } as const;
  const tabs = state.tabs.map((tab) => ({ ...tab, phase: phases[tab.key as 'b' | 'c'] ?? tab.phase }));
  const { sent, input } = await panes({ ...state, tabs });
  input.typed('a', 'ls\r');
  input.type(['a', 'b', 'c'], 'x');
  expect(sent).toEqual({ a: 'x' });
});

test('a paste of many lines into several is asked about once, for all of them', async () => {
  const { sent, input } = await panes(synced('a', 'b'), { a: { bracketed: () => true } });
  await act(async () => expect(input.takePaste('a', SIX)).toBe(true));
  expect(document.querySelectorAll('[role="dialog"]')).toHaveLength(1);
  expect(document.body.textContent).toContain('Paste 6 lines into 2 sessions?');
  expect(sent).toEqual({});
  await press('Paste');
  await seen(() => expect(sent).toEqual({ a: `[${SIX}]`, b: `[${SIX}]` }));
});

test('a paste that is refused goes nowhere', async () => {
  const { sent, input } = await panes(synced('a', 'b'));
  await act(async () => void input.takePaste('a', SIX));
  await press('Cancel');
  await seen(() => expect(document.querySelector('.ant-modal-confirm')?.isConnected ?? false).toBe(false));
  expect(sent).toEqual({});
});

test('nothing is pasted where the permission does not allow it, and it says so', async () => {
  const { sent, input } = await panes(synced('a', 'b'), { b: { mayPaste: () => false } });
  await act(() => input.paste(['a', 'b'], 'ls', true));
  expect(sent).toEqual({ a: '[ls]\r' });
});

test('a session that is not synchronised takes its own pastes', async () => {
  const { sent, input } = await panes(synced('a', 'b'));
  expect(input.takePaste('c', 'ls')).toBe(false);
  expect(sent).toEqual({});
});
