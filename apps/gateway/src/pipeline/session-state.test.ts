import { describe, expect, it } from 'vitest';
import { newSession, type SessionEvent, type SessionState, type Step, step } from './session-state.ts';

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
      { type: 'tick', at: 9e9, idleMinutes: 1, longestHours: 0 },
      opened,
    );
    expect(state.end).toEqual({ reason: 'terminated', params: { by: 'A' } });
    expect(effects.filter((effect) => (effect as { type: string }).type === 'stop')).toHaveLength(1);
    expect(effects).toHaveLength(2);
  });

  it('ends idle sessions, counting from the last key', () => {
    const open = run(newSession(0, null), opened, { type: 'input', at: 30_000 }).state;
    expect(step(open, { type: 'tick', at: 89_999, idleMinutes: 1, longestHours: 0 }).effects).toEqual([]);
    expect(step(open, { type: 'tick', at: 90_000, idleMinutes: 1, longestHours: 0 }).effects).toEqual([
      { type: 'stop', end: { reason: 'idle', params: { minutes: '1' } } },
    ]);
    expect(step(open, { type: 'tick', at: 9e9, idleMinutes: 0, longestHours: 0 }).effects).toEqual([]);
  });

  it('does not call a session idle that is still connecting', () => {
    expect(step(newSession(0, null), { type: 'tick', at: 9e9, idleMinutes: 1, longestHours: 0 }).effects).toEqual([]);
  });

  it('ends with the permission, also while connecting', () => {
    expect(step(newSession(0, 10), { type: 'tick', at: 9_999, idleMinutes: 30, longestHours: 0 }).effects).toEqual([]);
    expect(run(newSession(0, 10), { type: 'tick', at: 10_000, idleMinutes: 30, longestHours: 0 }).state.end?.reason).toBe(
      'permission_expired',
    );
  });

  it('ends after the longest time, however much is typed, also while connecting', () => {
    const hour = 3_600_000;
    const busy = run(newSession(0, null), opened, { type: 'input', at: hour - 1 }).state;
    expect(step(busy, { type: 'tick', at: hour - 1, idleMinutes: 30, longestHours: 1 }).state.phase).toBe('open');
    expect(step(busy, { type: 'tick', at: hour, idleMinutes: 30, longestHours: 1 }).state.end).toEqual({
      reason: 'time_limit',
      params: { hours: '1' },
    });
    expect(step(newSession(0, null), { type: 'tick', at: hour, idleMinutes: 30, longestHours: 1 }).state.end?.reason).toBe('time_limit');
    expect(step(busy, { type: 'tick', at: 9e9, idleMinutes: 0, longestHours: 0 }).state.phase).toBe('open');
  });

  it.each([
    ['the longest time', newSession(0, null), 1],
    ['the permission', newSession(0, 3600), 0],
    ['whichever is first', newSession(0, 3600), 2],
  ])('tells once five minutes and once a minute before the end: %s', (_what, state, longestHours) => {
    const tick = (seconds: number): SessionEvent => ({ type: 'tick', at: seconds * 1000, idleMinutes: 0, longestHours });
    const told = (...seconds: number[]) =>
      run(state, opened, ...seconds.map(tick)).effects.filter((one) => (one as Step['effects'][number]).type === 'foretell');
    expect(told(3299)).toEqual([]);
    expect(told(3300, 3301)).toEqual([{ type: 'foretell', minutes: 5 }]);
    expect(told(3300, 3540, 3541)).toEqual([
      { type: 'foretell', minutes: 5 },
      { type: 'foretell', minutes: 1 },
    ]);
  });

  it('tells again of an end that moved away and came near', () => {
    const tick = (at: number, longestHours: number): SessionEvent => ({ type: 'tick', at, idleMinutes: 0, longestHours });
    const { effects } = run(newSession(0, null), opened, tick(3_300_000, 1), tick(3_301_000, 2), tick(6_900_000, 2));
    expect(effects.slice(1)).toEqual([
      { type: 'foretell', minutes: 5 },
      { type: 'foretell', minutes: 5 },
    ]);
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
