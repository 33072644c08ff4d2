import { describe, expect, test } from 'vitest';
import { cells } from './cells.ts';
import type { Key, KeyName } from './keys.ts';
import { asset } from './machines.fixtures.ts';
import { type Effect, MAX_PAGES, type MenuAsset, PAGE, type Question } from './model.ts';
import { renderMenu } from './render.ts';
import { type MenuState, newMenu } from './state.ts';
import { type MenuEvent, stepMenu } from './step.ts';

/** How many machines there are: more than anything here may hold. */
const MANY = 100_000;

/** A menu with a core that answers what it is told to, when it is told to. */
function menu(size = { cols: 80, rows: 24 }, all: readonly MenuAsset[] | number = MANY, marked: readonly string[] = []) {
  let { state, effects } = newMenu('en', size);
  const asked: Question[] = [];
  const done: Effect[] = [];
  const take = (more: readonly Effect[]) => {
    for (const effect of more) {
      if (effect.do === 'ask') asked.push(effect.question);
      done.push(effect);
    }
  };
  take(effects);
  const step = (event: MenuEvent) => {
    ({ state, effects } = stepMenu(state, event));
    take(effects);
  };
  const count = (query: string) => (typeof all === 'number' ? all : all.filter(({ name }) => name.includes(query)).length);
  const rows = (query: string, from: number) =>
    typeof all === 'number'
      ? Array.from({ length: Math.max(0, Math.min(PAGE, all - from)) }, (_, n) => asset(from + n))
      : all.filter(({ name }) => name.includes(query)).slice(from, from + PAGE);
  /** Answers everything that was asked and what follows from it. */
  const settle = () => {
    for (let question = asked.shift(); question; question = asked.shift()) answer(question);
  };
  const answer = (question: Question) => {
    const { id } = question;
    if (question.ask === 'assets') {
      const { list, page, query } = question;
      step({ type: 'answer', answer: { to: 'assets', list, id, page, found: { count: count(query), assets: rows(query, page * PAGE) } } });
    } else if (question.ask === 'nodes') {
      const at = question.key ?? '1';
      const nodes = question.key === undefined ? ['1', '1:1', '1:2'] : [`${at}:1`, `${at}:2`];
      const known = nodes.map((key) => ({ id: `node-${key}`, key, name: `node ${key}`, amount: 3 }));
      step({ type: 'answer', answer: { to: 'nodes', id, key: question.key, nodes: known, more: false } });
    } else if (question.ask === 'recent') {
      const one = {
        asset: { id: 'id-7', name: 'web-7' },
        address: '10.0.0.7',
        account: 'root',
        alias: 'root',
        protocol: 'ssh',
        when: '2026/11/25',
      };
      step({ type: 'answer', answer: { to: 'recent', id, recent: [one] } });
    } else if (question.ask === 'marks') step({ type: 'answer', answer: { to: 'marks', id, marked: new Set(marked) } });
    else if (question.ask === 'mark') step({ type: 'answer', answer: { to: 'mark', id, asset: question.asset, on: question.on } });
    else {
      const accounts = question.asset.comment
        .split(' ')
        .filter(Boolean)
        .map((name) => ({ alias: name, name, username: name }));
      step({ type: 'answer', answer: { to: 'accounts', id, accounts } });
    }
  };
  const key = (...keys: (KeyName | { text: string })[]) => {
    for (const one of keys) step({ type: 'key', key: (typeof one === 'string' ? { key: one } : { key: 'text', text: one.text }) as Key });
  };
  return {
    key,
    step,
    settle,
    answer,
    asked,
    done,
    state: (): MenuState => state,
    text: () => renderMenu(state).lines.map(({ text }) => text.trimEnd()),
    opened: () => done.flatMap((effect) => (effect.do === 'open' ? [effect.target] : [])),
    left: () => done.some((effect) => effect.do === 'leave'),
  };
}
const TWO = { comment: 'root deploy' };
const ONE = { comment: 'root' };

describe('a list of 100,000 assets', () => {
  test('is read in bounded pages, and few of them are kept, wherever somebody goes', () => {
    const it = menu({ cols: 80, rows: 60 });
    it.settle();
    for (const way of ['end', 'page-up', 'page-up', 'home', 'page-down', 'down', 'end', 'up', 'page-up'] as const) {
      it.key(way);
      it.settle();
      expect(it.state().search.pages.size).toBeLessThanOrEqual(MAX_PAGES);
      expect(it.text().join('\n')).not.toContain('Loading');
    }
    for (const effect of it.done) {
      if (effect.do !== 'ask' || effect.question.ask !== 'assets') continue;
      expect(effect.question.limit).toBeLessThanOrEqual(50);
      expect(effect.question.page * effect.question.limit).toBeLessThan(MANY);
    }
    it.key('end');
    it.settle();
    expect(it.state().search.at).toBe(MANY - 1);
    expect(it.text()[1]).toContain(`${MANY} of ${MANY}`);
  });

  test('is complete on the highest and the lowest terminal', () => {
    for (const rows of [10, 24, 1000]) {
      const it = menu({ cols: 80, rows });
      it.settle();
      it.key('end');
      it.settle();
      expect(it.text().join('\n')).not.toContain('Loading');
      expect(it.asked).toEqual([]);
    }
  });
});

describe('a search', () => {
  const all = [asset(1, ONE), asset(2, TWO), asset(12, ONE), asset(3, { name: 'db-3', ...ONE })];

  test('is asked as somebody types, and only the answer to the last one counts', () => {
    const it = menu(undefined, all);
    it.settle();
    it.key({ text: 'w' }, { text: 'eb-1' });
    const [first, second] = it.asked.splice(0);
    expect([first, second]).toMatchObject([{ query: 'w' }, { query: 'web-1' }]);
    it.answer(second as Question);
    expect(it.text().slice(2, 5)).toEqual([expect.stringMatching(/^> web-1 /), expect.stringMatching(/^ {2}web-12 /), '']);
    it.answer(first as Question);
    expect(it.state().search.count).toBe(2);
    it.key('backspace', 'ctrl-w');
    expect(it.state().search.query).toBe('');
  });

  test('is bounded', () => {
    const it = menu(undefined, all);
    it.key({ text: 'x'.repeat(5_000) });
    expect(it.state().search.query).toHaveLength(128);
  });

  test('Enter before the answer opens what it finds if it is one, and nothing of what was there before', () => {
    const it = menu(undefined, all);
    it.settle();
    it.key({ text: 'db' }, 'enter');
    expect(it.opened()).toEqual([]);
    it.settle();
    expect(it.opened()).toEqual([{ asset: 'id-3', account: 'root', protocol: 'ssh', label: 'root@db-3' }]);
    const several = menu(undefined, all);
    several.key({ text: 'web' }, 'enter');
    several.settle();
    expect(several.opened()).toEqual([]);
  });

  test('that found nothing, and one that failed, are said', () => {
    const it = menu(undefined, all);
    it.key({ text: 'zzz' });
    it.settle();
    expect(it.text()[2]).toContain('Nothing fits.');
    it.key('ctrl-r');
    it.step({ type: 'failed', question: it.asked.shift() as Question, notice: { key: 'failed' } });
    expect(it.text().at(-2)).toContain('Ctrl-R');
    it.key('down');
    it.settle();
    expect(it.text()[2]).toContain('Nothing fits.');
  });
});

describe('what is opened', () => {
  test('asks for the account and the protocol where there are several', () => {
    const it = menu(undefined, [asset(1, { ...TWO, protocols: ['ssh', 'telnet'] })]);
    it.settle();
    it.key('enter');
    it.settle();
    expect(it.text().slice(1, 4)).toEqual(['Account on web-1', '> 1  root', '  2  deploy']);
    it.key({ text: '2' });
    expect(it.text().slice(1, 4)).toEqual(['Protocol to web-1', '> 1  ssh', '  2  telnet']);
    it.key('down', 'enter');
    expect(it.opened()).toEqual([{ asset: 'id-1', account: 'deploy', protocol: 'telnet', label: 'deploy@web-1' }]);
    it.key({ text: 'x' }, 'enter', 'escape');
    expect(it.opened()).toHaveLength(1);
    it.step({ type: 'back', notice: { text: 'Not approved.' } });
    expect(it.text().at(-2)).toBe('Not approved.');
    expect(it.text()[2]).toContain('> web-1');
  });

  test.each([
    ['is switched off', asset(1, { active: false, ...ONE }), 'web-1 is switched off.'],
    ['opens in no terminal', asset(1, { protocols: [], ...ONE }), 'no protocol'],
    ['has no account', asset(1), 'no account with a stored secret'],
  ])('is told in words where an asset %s', (_, one, words) => {
    const it = menu(undefined, [one]);
    it.settle();
    it.key('enter');
    it.settle();
    expect(it.opened()).toEqual([]);
    expect(it.text().at(-2)).toContain(words);
  });

  test('Esc goes back from a choice, and an account that comes too late opens nothing', () => {
    const it = menu(undefined, [asset(1, TWO)]);
    it.settle();
    it.key('enter', 'escape');
    it.settle();
    expect(it.state().front).toBeUndefined();
    it.key('enter');
    it.settle();
    it.key('escape');
    expect(it.state().front).toBeUndefined();
    expect(it.opened()).toEqual([]);
  });
});

describe('the views', () => {
  test('nodes open branch by branch, show their assets, and lead back', () => {
    const it = menu();
    it.key('tab');
    it.settle();
    expect(it.text().slice(2, 6)).toEqual(['> - node 1 (3)', '    + node 1:1 (3)', '    + node 1:2 (3)', '']);
    it.key('down', 'right');
    it.settle();
    expect(it.text().slice(2, 7)).toEqual([
      '  - node 1 (3)',
      '>   - node 1:1 (3)',
      '      + node 1:1:1 (3)',
      '      + node 1:1:2 (3)',
      '    + node 1:2 (3)',
    ]);
    it.key('down', 'left', 'left');
    expect(it.text().slice(2, 6)).toEqual(['  - node 1 (3)', '>   + node 1:1 (3)', '    + node 1:2 (3)', '']);
    it.key('enter');
    it.settle();
    expect(it.text()[1]).toContain('node 1:1: ');
    it.key({ text: 'q' });
    expect([it.left(), it.asked.at(-1)]).toMatchObject([false, { query: 'q', scope: { of: 'node', id: 'node-1:1' } }]);
    it.key('escape', 'escape');
    expect(it.text()[1]).toBe('Nodes');
    it.key({ text: 'q' });
    expect(it.left()).toBe(true);
  });

  test('favourites are searched, too; what was opened last opens again', () => {
    const it = menu(undefined, []);
    it.key('tab', 'tab');
    it.settle();
    expect(it.text()[2]).toContain('Mark an asset in a list');
    it.key('tab');
    it.settle();
    expect(it.text()[2]).toMatch(/^> web-7 +root +2026\/11\/25 +ssh$/);
    it.key('enter');
    expect(it.opened()).toEqual([{ asset: 'id-7', account: 'root', protocol: 'ssh', label: 'root@web-7' }]);
  });

  test('Ctrl-D leaves everywhere; Esc and Ctrl-C at the top say how', () => {
    for (const keys of [[], ['tab'], ['help']] as const) {
      const it = menu();
      it.key(...keys, 'ctrl-d');
      expect(it.left(), keys.join()).toBe(true);
    }
    const it = menu();
    it.key('ctrl-c');
    expect([it.left(), it.text().at(-2)]).toEqual([false, 'Ctrl-D leaves.']);
  });

  test('speak three languages, and help fits into 80x24', () => {
    const it = menu();
    it.key({ text: '?' });
    expect(it.text().join('\n')).toContain('Ctrl-D           leaves; so does q where nothing is typed');
    it.key('escape', 'language');
    expect(it.text()[0]).toContain('[搜索]');
    it.key('language');
    expect(it.text()[0]).toContain('[検索]');
  });
});

describe('the screen', () => {
  const strange = [
    asset(1, { name: '数据库服务器'.repeat(9), address: 'ｗｉｄｅ'.repeat(9), comment: '東京 京都', protocols: ['ssh', 'telnet'] }),
    asset(2, { name: 'e\u0301'.repeat(90), address: '😀'.repeat(40) }),
  ];

  test('is exactly as high and as wide as the terminal, at every size, in every view and language', () => {
    for (const [cols, rows] of [
      [80, 24],
      [40, 10],
      [41, 11],
      [200, 60],
      [20, 6],
      [1, 1],
      [7, 3],
    ] as const)
      for (const language of ['en', 'zh', 'ja'] as const)
        for (const keys of [[], [{ text: '東京'.repeat(20) }], ['enter'], ['help'], ['tab'], ['tab', 'tab', 'tab']] as const) {
          const it = menu({ cols, rows }, strange);
          it.settle();
          it.key(...keys);
          it.settle();
          const { lines, cursor } = renderMenu({ ...it.state(), language });
          expect(lines).toHaveLength(rows);
          for (const { text } of lines) expect(cells(text), `${cols}x${rows} ${language} ${text}`).toBe(cols);
          expect(cursor.row < rows && cursor.column < cols).toBe(true);
        }
  });

  test('says with a mark what it shows with another look, and has no colour', () => {
    const it = menu();
    it.settle();
    const { lines } = renderMenu(it.state());
    const chosen = lines.slice(2, -3).filter(({ look }) => look !== 'plain');
    expect(chosen.map(({ text }) => text.slice(0, 2))).toEqual(['> ']);
  });

  test('says in words what marks a machine, and what is warned of, also where there is little room', () => {
    const marked = asset(1, { mark: 'env:production', warning: 'Customers work here' });
    for (const cols of [80, 58]) {
      const it = menu({ cols, rows: 24 }, [marked, asset(2)]);
      it.settle();
      const text = it.text();
      expect(text[2]).toMatch(/^> web-1 \[env:production\] +10\.0\.0\.1/);
      expect(text[3]).toMatch(/^ {2}web-2 +10\.0\.0\.2/);
      expect(text.at(-3)).toContain('web-1 [env:production], Customers work here, 10.0.0.1');
    }
  });

  test('fits a smaller terminal at once, with what was chosen in sight', () => {
    const it = menu({ cols: 120, rows: 50 });
    it.settle();
    for (let n = 0; n < 40; n += 1) it.key('down');
    it.step({ type: 'resize', size: { cols: 40, rows: 10 } });
    it.settle();
    expect(it.text()).toHaveLength(10);
    expect(it.text().join('\n')).toContain('> web-40');
  });
});

describe('favourites', () => {
  const ALL = [asset(0), asset(1), asset(2)];
  const marks = (it: ReturnType<typeof menu>): string[] => it.text().filter((line) => line.includes('* '));

  test('are marked and unmarked by a key, where the list says so, and the view of them asks anew', () => {
    const it = menu(undefined, ALL, ['id-1']);
    it.settle();
    expect(marks(it)).toEqual([expect.stringContaining('* web-1')]);
    it.key('tab', 'tab');
    it.settle();
    it.key('back-tab', 'back-tab', 'ctrl-f');
    expect(it.asked).toEqual([{ ask: 'mark', id: expect.any(Number), asset: ALL[0], on: true }]);
    // One at a time: the second key is not another question.
    it.key('ctrl-f');
    expect(it.asked).toHaveLength(1);
    it.answer(it.asked.shift() as Question);
    expect(it.text().join('\n')).toContain('web-0 is a favourite.');
    expect(marks(it)).toHaveLength(2);
    expect(it.asked).toMatchObject([{ ask: 'assets', list: 'favourites' }]);
    it.settle();
    it.key('down', 'ctrl-f');
    expect(it.asked).toMatchObject([{ ask: 'mark', asset: { id: 'id-1' }, on: false }]);
    it.settle();
    expect(it.text().join('\n')).toContain('web-1 is no favourite any more.');
    expect(marks(it)).toEqual([expect.stringContaining('* web-0')]);
  });

  test('a mark that was refused is told of and is none, and the next one is asked for', () => {
    const it = menu(undefined, ALL);
    it.settle();
    it.key('ctrl-f');
    const question = it.asked.shift() as Question;
    it.step({ type: 'failed', question, notice: { key: 'not_offered' } });
    expect(it.text().join('\n')).toContain('This core does not offer that.');
    expect(marks(it)).toEqual([]);
    it.key('ctrl-f');
    expect(it.asked).toMatchObject([{ ask: 'mark', on: true }]);
  });
});
