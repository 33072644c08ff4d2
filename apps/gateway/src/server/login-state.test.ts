import { describe, expect, test } from 'vitest';
import { type LoginEvent, type LoginMethod, methodsOf, newLogin, stepLogin } from './login-state.ts';

const ALL: readonly LoginMethod[] = ['publickey', 'keyboard-interactive', 'password'];
const asked = (method: string, signed = false, name = 'mia'): LoginEvent => ({ type: 'asked', name, method, signed });

const EVENTS: readonly LoginEvent[] = [
  asked('none'),
  asked('publickey'),
  asked('publickey', true),
  asked('password'),
  asked('keyboard-interactive'),
  asked('hostbased'),
  asked('password', false, 'otto'),
  { type: 'wrong' },
  { type: 'right', more: true },
  { type: 'right', more: false },
];

/** Every order of up to `length` events. */
function* orders(length: number): Generator<readonly LoginEvent[]> {
  yield [];
  if (length === 0) return;
  for (const rest of orders(length - 1)) for (const event of EVENTS) yield [event, ...rest];
}

const run = (events: readonly LoginEvent[]) => {
  let state = newLogin;
  const actions = events.map((event) => {
    const next = stepLogin(state, event, ALL);
    state = next.state;
    return next.action;
  });
  return { state, actions };
};

describe('the login of an SSH connection', () => {
  test('in every order of four events lets in by what was found right and complete, and by nothing else', () => {
    let seen = 0;
    for (const events of orders(4)) {
      const { state, actions } = run(events);
      seen += 1;
      for (const [at, action] of actions.entries()) {
        const event = events[at];
        if (action === 'let-in') expect(event).toEqual({ type: 'right', more: false });
        if (action === 'partly') expect(event).toEqual({ type: 'right', more: true });
        if (action === 'try' && event?.type === 'asked') expect(event.method === 'publickey' && !event.signed).toBe(false);
        // After an end nothing is done any more.
        if (at > 0 && ['let-in', 'disconnect'].includes(actions[at - 1] ?? '')) expect(action).toBe('none');
      }
      expect(state.phase === 'in').toBe(actions.includes('let-in'));
    }
    expect(seen).toBeGreaterThan(10_000);
  });

  test('offers the conversation alone once a first factor was right', () => {
    const { state } = run([asked('publickey'), asked('publickey', true), { type: 'right', more: true }]);
    expect(methodsOf(state, ALL)).toEqual(['keyboard-interactive']);
    expect(stepLogin(state, asked('password'), ALL).action).toBe('refuse');
    expect(stepLogin(state, asked('keyboard-interactive'), ALL).action).toBe('try');
  });

  test('looks at an offered key and does not try it', () => {
    expect(run([asked('publickey')]).actions).toEqual(['look-at-offer']);
  });

  test('takes no method that is switched off', () => {
    expect(stepLogin(newLogin, asked('password'), ['publickey']).action).toBe('refuse');
    expect(stepLogin(newLogin, asked('publickey', true), ['password']).action).toBe('refuse');
  });

  test('ends with a second name, a third failure, and too many keys', () => {
    expect(run([asked('password'), asked('password', false, 'otto')]).actions.at(-1)).toBe('disconnect');
    expect(run([{ type: 'wrong' }, { type: 'wrong' }, { type: 'wrong' }]).actions).toEqual(['refuse', 'refuse', 'disconnect']);
    const many = run(Array.from({ length: 17 }, () => asked('publickey')));
    expect(many.actions.slice(0, 16).every((action) => action === 'look-at-offer')).toBe(true);
    expect(many.actions.at(-1)).toBe('disconnect');
  });
});
