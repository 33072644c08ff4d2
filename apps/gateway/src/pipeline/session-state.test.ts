import { describe, expect, it } from 'vitest';
import { newSession, type SessionEvent, type SessionState, step } from './session-state.ts';

const run = (state: SessionState, ...events: SessionEvent[]) =>
  events.reduce<{ state: SessionState; effects: unknown[] }>(
    (so, event) => {
      const next = step(so.state, event);
      return { state: next.state, effects: [...so.effects, ...next.effects] };
    },
    { state, effects: [] },
  );

const opened: SessionEvent = { type: 'opened', at: 1000 };

describe('step', () => {
  it('reports success once open', () => {
    expect(run(newSession(0, null), opened)).toMatchObject({
      state: { phase: 'open', lastInput: 1000 },
      effects: [{ type: 'report', patch: { is_success: true } }],
    });
  });

  it('reports failure when it ends before it opened', () => {
    expect(run(newSession(0, null), { type: 'end', reason: 'target_unreachable', params: { address: 'x' } }).effects).toEqual([
      { type: 'report', patch: { is_success: false } },
      { type: 'stop', end: { reason: 'target_unreachable', params: { address: 'x' } } },
    ]);
  });

  it('ends once: the first reason wins and nothing moves any more', () => {
    const { state, effects } = run(
      newSession(0, 5),
      opened,
      { type: 'end', reason: 'terminated', params: { by: 'A' } },
      { type: 'end', reason: 'target_closed' },
      { type: 'tick', at: 9e9, idleMinutes: 1 },
      opened,
    );
    expect(state.end).toEqual({ reason: 'terminated', params: { by: 'A' } });
    expect(effects.filter((effect) => (effect as { type: string }).type === 'stop')).toHaveLength(1);
    expect(effects).toHaveLength(2);
  });

  it('ends idle sessions, counting from the last key', () => {
    const open = run(newSession(0, null), opened, { type: 'input', at: 30_000 }).state;
    expect(step(open, { type: 'tick', at: 89_999, idleMinutes: 1 }).effects).toEqual([]);
    expect(step(open, { type: 'tick', at: 90_000, idleMinutes: 1 }).effects).toEqual([
      { type: 'stop', end: { reason: 'idle', params: { minutes: '1' } } },
    ]);
    expect(step(open, { type: 'tick', at: 9e9, idleMinutes: 0 }).effects).toEqual([]);
  });

  it('does not call a session idle that is still connecting', () => {
    expect(step(newSession(0, null), { type: 'tick', at: 9e9, idleMinutes: 1 }).effects).toEqual([]);
  });

  it('ends with the permission, also while connecting', () => {
    expect(step(newSession(0, 10), { type: 'tick', at: 9_999, idleMinutes: 30 }).effects).toEqual([]);
    expect(run(newSession(0, 10), { type: 'tick', at: 10_000, idleMinutes: 30 }).state.end?.reason).toBe('permission_expired');
  });

  it('still reports a command that is found while everything is taken down', () => {
    const over = run(newSession(0, null), opened, { type: 'end', reason: 'target_closed' }).state;
    expect(step(over, { type: 'command' }).effects).toEqual([{ type: 'report', patch: { has_command: true } }]);
  });

  it('reports the first command only', () => {
    expect(run(newSession(0, null), opened, { type: 'command' }, { type: 'command' }).effects.slice(1)).toEqual([
      { type: 'report', patch: { has_command: true } },
    ]);
  });
});
