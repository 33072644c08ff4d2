import type { Language } from '@postern/contract/text';
import { nextPick, type Picks, picked, refusedAtOnce } from './choice.ts';
import {
  type Answer,
  type Effect,
  MAX_NODES,
  MAX_QUERY,
  type MenuAsset,
  type MenuNode,
  type MenuRecent,
  type Notice,
  nextLanguage,
  type Question,
  type Scope,
  withMark,
} from './model.ts';
import { type Params, say, type WordKey } from './words.ts';

/** The menu line by line, for screen readers and terminals that cannot place a cursor: numbered lists and one prompt. */

/** Lines of a page: as many as a person keeps in mind while they are read out. */
export const PLAIN_PAGE = 10;

/** What a number means now. */
type Shown =
  | { kind: 'assets'; scope: Scope; query: string; page: number; count: number; assets: readonly MenuAsset[] }
  | { kind: 'nodes'; nodes: readonly MenuNode[]; page: number }
  | { kind: 'recent'; rows: readonly MenuRecent[]; page: number }
  | { kind: 'choice'; picks: Picks; next: 'account' | 'protocol'; options: readonly string[]; page: number };

export interface PlainState {
  language: Language;
  shown: Shown | undefined;
  /** What was shown before a choice. */
  before: Shown | undefined;
  /** What is waited for; lines are not looked at meanwhile. */
  waiting: Question | undefined;
  /** Ids of favourites, once they are known. */
  marked: ReadonlySet<string>;
  last: number;
}

export type PlainEvent =
  | { type: 'line'; line: string }
  | { type: 'answer'; answer: Answer }
  | { type: 'failed'; question: Question; notice: Notice }
  | { type: 'back'; notice: Notice | undefined };

/** Words for the person, and the prompt behind them where it is their turn. */
export type PlainEffect = Effect | { do: 'say'; lines: readonly string[]; prompt: boolean };

interface Step {
  state: PlainState;
  effects: PlainEffect[];
}

export const noticeText = (language: Language, notice: Notice): string =>
  'key' in notice ? say(language, notice.key, notice.params) : notice.text;

const told = (state: PlainState, ...lines: string[]): Step => ({ state, effects: [{ do: 'say', lines, prompt: true }] });
const words = ({ language }: PlainState, key: WordKey, params?: Params): string => say(language, key, params);

export const newPlain = (language: Language): Step => {
  const state: PlainState = { language, shown: undefined, before: undefined, waiting: undefined, marked: new Set(), last: 1 };
  const start = told(state, words(state, 'plain_start'));
  return { ...start, effects: [...start.effects, { do: 'ask', question: { ask: 'marks', id: 1 }, typed: false }] };
};

type Asked = Question extends infer Q ? (Q extends Question ? Omit<Q, 'id'> : never) : never;

function ask(state: PlainState, given: Asked): Step {
  const id = state.last + 1;
  const question = { ...given, id } as Question;
  return { state: { ...state, last: id, waiting: question }, effects: [{ do: 'ask', question, typed: false }] };
}

const askAssets = (state: PlainState, scope: Scope, query: string, page = 0): Step =>
  ask(state, { ask: 'assets', list: 'search', scope, query: [...query].slice(0, MAX_QUERY).join(''), page, limit: PLAIN_PAGE });

export function stepPlain(state: PlainState, event: PlainEvent): Step {
  switch (event.type) {
    case 'line':
      return state.waiting ? { state, effects: [] } : onLine(state, event.line.trim());
    case 'answer':
      return onAnswer(state, event.answer);
    case 'failed':
      if (event.question.ask === 'marks') return { state, effects: [] };
      return told({ ...state, waiting: undefined }, noticeText(state.language, event.notice));
    case 'back': {
      const back = { ...state, waiting: undefined, shown: state.before ?? state.shown, before: undefined };
      return event.notice ? told(back, noticeText(state.language, event.notice)) : told(back);
    }
  }
}

function onLine(state: PlainState, line: string): Step {
  const letter = line.toLowerCase();
  const nodes = /^t\s*(\d{1,6})$/.exec(letter)?.[1];
  const marks = /^m\s*(\d{1,6})$/.exec(letter)?.[1];
  if (marks !== undefined) return marking(state, Number(marks));
  if (/^\d{1,6}$/.test(line)) return chosen(state, Number(line));
  if (nodes !== undefined) return nodesIn(state, Number(nodes));
  switch (letter) {
    case 'q':
      return { state, effects: [{ do: 'leave' }] };
    case '?':
      return told(state, ...words(state, 'plain_help').split('\n'));
    case 's': {
      const language = nextLanguage(state.language);
      return told({ ...state, language }, say(language, 'language_is'), say(language, 'plain_start'));
    }
    case '':
      return state.shown ? told(state, ...listed(state, state.shown)) : askAssets(state, { of: 'all' }, '');
    case 'a':
      return askAssets(state, { of: 'all' }, '');
    case 'f':
      return askAssets(state, { of: 'favourites' }, '');
    case 't':
      return ask(state, { ask: 'nodes', key: undefined });
    case 'r':
      return ask(state, { ask: 'recent' });
    case 'n':
      return turned(state, 1);
    case 'b':
      return turned(state, -1);
    default:
      return askAssets(state, { of: 'all' }, line.replace(/^\//, ''));
  }
}

/** The next page or the one before; from a choice, back to what was shown. */
function turned(state: PlainState, by: number): Step {
  const { shown, before } = state;
  if (shown?.kind === 'choice' && by < 0 && shown.page === 0) {
    return before ? told({ ...state, shown: before, before: undefined }, ...listed(state, before)) : told(state);
  }
  const page = (shown?.page ?? 0) + by;
  if (!shown || page < 0 || page * PLAIN_PAGE >= lengthOf(shown)) return told(state, words(state, 'plain_end'));
  if (shown.kind === 'assets') return askAssets(state, shown.scope, shown.query, page);
  const next = { ...shown, page };
  return told({ ...state, shown: next }, ...listed(state, next));
}

function lengthOf(shown: Shown): number {
  if (shown.kind === 'assets') return shown.count;
  if (shown.kind === 'choice') return shown.options.length;
  return shown.kind === 'nodes' ? shown.nodes.length : shown.rows.length;
}

function chosen(state: PlainState, number: number): Step {
  const { shown } = state;
  const at = number - 1;
  const unknown = () => told(state, words(state, 'plain_unknown', { number }));
  switch (shown?.kind) {
    case 'assets': {
      const asset = shown.assets[at - shown.page * PLAIN_PAGE];
      if (!asset) return unknown();
      const refused = refusedAtOnce(asset);
      return refused ? told(state, noticeText(state.language, refused)) : ask(state, { ask: 'accounts', asset });
    }
    case 'nodes': {
      const node = shown.nodes[at];
      return node ? askAssets(state, { of: 'node', id: node.id, name: node.name }, '') : unknown();
    }
    case 'recent': {
      const row = shown.rows[at];
      if (!row) return unknown();
      const { asset, account, alias, protocol } = row;
      return opening(state, { asset: asset.id, account: alias, protocol, label: `${account}@${asset.name}` });
    }
    case 'choice':
      return shown.options[at] === undefined ? unknown() : picking(state, picked(shown.picks, shown.next, at));
    default:
      return unknown();
  }
}

/** Marks the asset behind a number, or takes its mark away. */
function marking(state: PlainState, number: number): Step {
  const { shown } = state;
  const asset = shown?.kind === 'assets' ? shown.assets[number - 1 - shown.page * PLAIN_PAGE] : undefined;
  if (!asset) return told(state, words(state, 'plain_unknown', { number }));
  return ask(state, { ask: 'mark', asset, on: !state.marked.has(asset.id) });
}

function nodesIn(state: PlainState, number: number): Step {
  const node = state.shown?.kind === 'nodes' ? state.shown.nodes[number - 1] : undefined;
  return node ? ask(state, { ask: 'nodes', key: node.key }) : told(state, words(state, 'plain_unknown', { number }));
}

function picking(state: PlainState, picks: Picks): Step {
  const next = nextPick(picks);
  if (next.next === 'none') return told(state, noticeText(state.language, next.why));
  if (next.next === 'open') return opening(state, next.target);
  const shown: Shown = { kind: 'choice', picks, next: next.next, options: next.options, page: 0 };
  return told({ ...state, shown, before: state.before ?? state.shown }, ...listed(state, shown));
}

function opening(state: PlainState, target: Extract<Effect, { do: 'open' }>['target']): Step {
  const lines = [words(state, 'opening', { target: target.label })];
  return {
    state,
    effects: [
      { do: 'say', lines, prompt: false },
      { do: 'open', target },
    ],
  };
}

function onAnswer(state: PlainState, answer: Answer): Step {
  const { waiting } = state;
  if (answer.to === 'marks') return { state: { ...state, marked: answer.marked }, effects: [] };
  if (!waiting || waiting.id !== answer.id) return { state, effects: [] };
  const next: PlainState = { ...state, waiting: undefined };
  const show = (shown: Shown, ...more: string[]) => told({ ...next, shown, before: undefined }, ...listed(next, shown), ...more);
  if (answer.to === 'assets' && waiting.ask === 'assets') {
    const { count, assets } = answer.found;
    return show({ kind: 'assets', scope: waiting.scope, query: waiting.query, page: answer.page, count, assets });
  }
  if (answer.to === 'nodes')
    return show({ kind: 'nodes', nodes: answer.nodes, page: 0 }, ...(answer.more ? [words(next, 'more_nodes', { count: MAX_NODES })] : []));
  if (answer.to === 'recent') return show({ kind: 'recent', rows: answer.recent, page: 0 });
  if (answer.to === 'mark') {
    const { asset, on } = answer;
    const marked = withMark(next.marked, asset.id, on);
    return told({ ...next, marked }, words(next, on ? 'marked' : 'unmarked', { asset: asset.name }));
  }
  if (answer.to === 'accounts' && waiting.ask === 'accounts') return picking(next, { asset: waiting.asset, accounts: answer.accounts });
  return told(next);
}

/** A page as numbered lines. */
function listed(state: PlainState, shown: Shown): string[] {
  const count = lengthOf(shown);
  const from = shown.page * PLAIN_PAGE;
  if (count === 0) return [words(state, emptyOf(shown))];
  const rows =
    shown.kind === 'assets' ? shown.assets.map((asset) => assetLine(state, asset)) : rowsOf(shown).slice(from, from + PLAIN_PAGE);
  const numbered = rows.map((row, at) => `${from + at + 1}. ${row}`);
  const page = words(state, 'plain_page', { from: from + 1, to: from + rows.length, count });
  if (shown.kind !== 'choice') return [...numbered, page];
  const title = words(state, shown.next === 'account' ? 'account_of' : 'protocol_of', { asset: shown.picks.asset.name });
  return [`${title}:`, ...numbered, ...(count > PLAIN_PAGE ? [page] : []), words(state, 'plain_choice')];
}

function emptyOf(shown: Shown): WordKey {
  if (shown.kind === 'recent') return 'none_recent';
  if (shown.kind !== 'assets') return 'none_yours';
  if (shown.query !== '') return 'none_found';
  return shown.scope.of === 'favourites' ? 'none_marked' : 'none_yours';
}

function rowsOf(shown: Exclude<Shown, { kind: 'assets' }>): readonly string[] {
  if (shown.kind === 'choice') return shown.options;
  if (shown.kind === 'nodes') return shown.nodes.map(({ name, amount }) => `${name} (${amount})`);
  return shown.rows.map(({ asset, account, protocol, when }) => [asset.name, account, protocol, when].join(', '));
}

const assetLine = (state: PlainState, { id, name, mark, warning, address, platform, protocols, active }: MenuAsset): string =>
  [
    name,
    mark,
    warning,
    address,
    platform,
    protocols.join(' '),
    state.marked.has(id) ? words(state, 'favourite') : '',
    active ? '' : words(state, 'off'),
  ]
    .filter((part) => part !== '')
    .join(', ');
