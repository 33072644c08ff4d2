import type { Size } from '../protocols/driver.ts';
import type { Key } from './keys.ts';
import { answered, asked, assetAt, failed, moved, windowed } from './listing.ts';
import { type Answer, MAX_NODES, type Notice, type Question, withMark } from './model.ts';
import { choose, currentList, entered, listRows, type MenuState, noted, picking, type Step, still, withList } from './state.ts';
import { treeMoved, treeOpened, treeTop } from './tree.ts';
import { onKey } from './view-keys.ts';

export type MenuEvent =
  | { type: 'key'; key: Key }
  | { type: 'answer'; answer: Answer }
  | { type: 'failed'; question: Question; notice: Notice }
  | { type: 'resize'; size: Size }
  /** What was opened is over, or was not opened. */
  | { type: 'back'; notice: Notice | undefined };

/** One step of the full screen: keys, answers and sizes go in, effects come out; nothing else happens here. */
export function stepMenu(state: MenuState, event: MenuEvent): Step {
  switch (event.type) {
    case 'key':
      return onKey({ ...state, notice: undefined }, event.key);
    case 'answer':
      return onAnswer(state, event.answer);
    case 'failed':
      return event.question.ask === 'marks' ? still(state) : noted(afterFailure(state, event.question), event.notice);
    case 'resize':
      return onResize({ ...state, size: event.size });
    case 'back': {
      const { recent, ...rest } = state;
      // What was opened is the most recent now.
      return entered({ ...rest, recent: { ...recent, known: false }, front: undefined, notice: event.notice });
    }
  }
}

function onResize(state: MenuState): Step {
  const height = listRows(state.size);
  const { tree, recent, front } = state;
  const fitted: MenuState = {
    ...state,
    tree: treeMoved(tree, tree.at, height),
    recent: { ...recent, top: windowed(recent.at, recent.top, height, recent.rows.length) },
    front: front?.kind === 'choice' ? { ...front, top: windowed(front.at, front.top, height, front.options.length) } : front,
  };
  const list = currentList(fitted);
  return list ? withList(fitted, moved(list, list.at, height)) : still(fitted);
}

function afterFailure(state: MenuState, question: Question): MenuState {
  if (question.ask === 'assets') {
    const list = state[question.list];
    return list ? { ...state, [list.name]: failed(list, question.id) } : state;
  }
  if (question.ask === 'nodes') return state.tree.asking === question.id ? { ...state, tree: { ...state.tree, asking: undefined } } : state;
  if (question.ask === 'marks') return state;
  if (question.ask === 'mark') return state.marking === question.id ? { ...state, marking: undefined } : state;
  if (question.ask === 'recent') return { ...state, recent: { ...state.recent, asking: undefined, known: true } };
  return state.picking?.id === question.id ? { ...state, picking: undefined } : state;
}

function onAnswer(state: MenuState, answer: Answer): Step {
  const height = listRows(state.size);
  switch (answer.to) {
    case 'assets': {
      const list = state[answer.list];
      const taken = list && answered(list, answer, height);
      if (!taken) return still(state);
      const next = withList(state, taken);
      const only = taken.list.eager && taken.list.count === 1 ? assetAt(taken.list, 0) : undefined;
      if (!only || currentList(next.state)?.name !== answer.list || next.state.front) return next;
      return choose(next.state, only);
    }
    case 'nodes': {
      if (answer.id !== state.tree.asking) return still(state);
      const tree = answer.key === undefined ? treeTop(state.tree, answer.nodes) : treeOpened(state.tree, answer.key, answer.nodes);
      const notice: Notice | undefined = answer.more ? { key: 'more_nodes', params: { count: MAX_NODES } } : state.notice;
      return still({ ...state, notice, tree: treeMoved(tree, tree.at, height) });
    }
    case 'marks':
      return still({ ...state, marked: answer.marked });
    case 'mark': {
      if (answer.id !== state.marking) return still(state);
      const { asset, on } = answer;
      const notice: Notice = { key: on ? 'marked' : 'unmarked', params: { asset: asset.name } };
      const next = { ...state, marking: undefined, notice, marked: withMark(state.marked, asset.id, on) };
      // Favourites that were listed before are others now.
      const { favourites, last } = next;
      if (favourites.id === 0) return still(next);
      return withList({ ...next, last: last + 1 }, asked(favourites, last + 1));
    }
    case 'recent':
      if (answer.id !== state.recent.asking) return still(state);
      return still({ ...state, recent: { rows: answer.recent, known: true, asking: undefined, at: 0, top: 0 } });
    case 'accounts': {
      if (answer.id !== state.picking?.id) return still(state);
      return picking({ ...state, picking: undefined }, { asset: state.picking.asset, accounts: answer.accounts });
    }
  }
}
