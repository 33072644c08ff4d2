import { describe, expect, test } from 'vitest';
import { asset } from './machines.fixtures.ts';
import type { Question } from './model.ts';
import { newPlain, PLAIN_PAGE, type PlainEffect, type PlainEvent, stepPlain } from './plain.ts';

const ACCOUNTS = [
  { alias: 'root', name: 'root', username: 'root' },
  { alias: 'deploy', name: 'deploy', username: 'ci' },
];

const MARKED = { mark: 'env:production', warning: 'Customers work here' };

/** The plain menu over 25 assets, the 24th of which is marked. */
function menu() {
  let { state, effects } = newPlain('en');
  let printed: string[] = [];
  const done: PlainEffect[] = [];
  const answer = (question: Question): void => {
    const { id } = question;
    if (question.ask === 'assets') {
      const all = Array.from({ length: 25 }, (_, n) => asset(n + 1, n === 23 ? MARKED : {})).filter(({ name }) =>
        name.includes(question.query),
      );
      const from = question.page * question.limit;
      const found = { count: all.length, assets: all.slice(from, from + question.limit) };
      step({ type: 'answer', answer: { to: 'assets', list: 'search', id, page: question.page, found } });
    } else if (question.ask === 'accounts') step({ type: 'answer', answer: { to: 'accounts', id, accounts: ACCOUNTS } });
    else if (question.ask === 'nodes') {
      const nodes = [{ id: 'node', key: '1', name: 'Tokyo', amount: 25 }];
      step({ type: 'answer', answer: { to: 'nodes', id, key: question.key, nodes, more: false } });
    } else if (question.ask === 'marks') step({ type: 'answer', answer: { to: 'marks', id, marked: new Set(['id-25']) } });
    else if (question.ask === 'mark') step({ type: 'answer', answer: { to: 'mark', id, asset: question.asset, on: question.on } });
    else step({ type: 'answer', answer: { to: 'recent', id, recent: [] } });
  };
  const take = (more: readonly PlainEffect[]): void => {
    for (const effect of more) {
      done.push(effect);
      if (effect.do === 'say') printed.push(...effect.lines);
      else if (effect.do === 'ask') answer(effect.question);
    }
  };
  const step = (event: PlainEvent): void => {
    const next = stepPlain(state, event);
    state = next.state;
    take(next.effects);
  };
  take(effects);
  return {
    step,
    /** What a line is answered with. */
    line(line: string): string[] {
      printed = [];
      step({ type: 'line', line });
      return printed;
    },
    printed: () => printed,
    limits: () => done.flatMap((effect) => (effect.do === 'ask' && effect.question.ask === 'assets' ? [effect.question.limit] : [])),
    opened: () => done.flatMap((effect) => (effect.do === 'open' ? [effect.target] : [])),
    left: () => done.some((effect) => effect.do === 'leave'),
  };
}

describe('the plain menu', () => {
  test('says what marks a machine, and what is warned of', () => {
    expect(menu().line('web-24')[0]).toBe('1. web-24, env:production, Customers work here, 10.0.0.24, Linux, ssh');
  });

  test('finds, turns pages and opens by numbers that go on over the pages', () => {
    const it = menu();
    const first = it.line('web');
    expect(first[0]).toBe('1. web-1, 10.0.0.1, Linux, ssh');
    expect(first.at(-1)).toBe('1 to 10 of 25.');
    expect(it.line('n')[0]).toMatch(/^11\. web-11,/);
    expect(it.line('3')).toEqual(['There is no number 3 here.']);
    expect(it.line('12')).toEqual(['Account on web-12:', '1. root', '2. deploy (ci)', 'Number, or b to go back.']);
    expect(it.line('b')[0]).toMatch(/^11\. web-11,/);
    it.line('12');
    expect(it.line('2')).toEqual(['Opening deploy@web-12 ...']);
    expect(it.opened()).toEqual([{ asset: 'id-12', account: 'deploy', protocol: 'ssh', label: 'deploy@web-12' }]);
    it.step({ type: 'back', notice: { text: 'Not approved.' } });
    expect(it.printed().at(-1)).toBe('Not approved.');
    expect(it.line('n')[0]).toMatch(/^21\. web-21,/);
    expect(it.line('n')).toEqual(['There are no more.']);
    expect(new Set(it.limits())).toEqual(new Set([PLAIN_PAGE]));
  });

  test('a word that is a letter or a number is searched after a slash', () => {
    const it = menu();
    expect(it.line('/25').at(-1)).toBe('1 to 1 of 1.');
    expect(it.line('/q')).toEqual(['Nothing fits.']);
    expect(it.left()).toBe(false);
    it.line('q');
    expect(it.left()).toBe(true);
  });

  test('shows nodes and their assets, favourites, what was opened last, help and other languages', () => {
    const it = menu();
    expect(it.line('t')).toEqual(['1. Tokyo (25)', '1 to 1 of 1.']);
    expect(it.line('t1')).toEqual(['1. Tokyo (25)', '1 to 1 of 1.']);
    expect(it.line('1').at(-1)).toBe('1 to 10 of 25.');
    expect(it.line('f')).toHaveLength(PLAIN_PAGE + 1);
    expect(it.line('r')).toEqual(['Nothing opened yet.']);
    expect(it.line('?').join('\n')).toContain('q: leave.');
    expect(it.line('s')[0]).toBe('中文');
    expect(it.line('a').at(-1)).toBe('第 1 到 10 项，共 25 项。');
  });
});

test('favourites are marked and unmarked by their numbers, and read out as such', () => {
  const it = menu();
  expect(it.line('web')[0]).toBe('1. web-1, 10.0.0.1, Linux, ssh');
  expect(it.line('m 1')).toEqual(['web-1 is a favourite.']);
  expect(it.line('')[0]).toBe('1. web-1, 10.0.0.1, Linux, ssh, favourite');
  expect(it.line('m1')).toEqual(['web-1 is no favourite any more.']);
  expect(it.line('m 11')).toEqual(['There is no number 11 here.']);
  expect(it.line('web-25')[0]).toBe('1. web-25, 10.0.0.25, Linux, ssh, favourite');
  it.line('t');
  expect(it.line('m 1')).toEqual(['There is no number 1 here.']);
});
