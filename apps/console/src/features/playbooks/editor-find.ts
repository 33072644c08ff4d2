import { EditorSelection, type EditorState, type Extension, type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** Matches that are marked and counted at most. */
const MOST = 2_000;

interface Found {
  word: string;
  at: readonly number[];
  marks: DecorationSet;
}

const NONE: Found = { word: '', at: [], marks: Decoration.none };
const find = StateEffect.define<string>();
const mark = Decoration.mark({ class: 'pb-found' });
const currentMark = Decoration.mark({ class: 'pb-found is-current' });

/** Where a word stands in a text, letters' case aside. */
export function placesOf(text: string, word: string): number[] {
  const [hay, needle] = [text.toLowerCase(), word.toLowerCase()];
  const at: number[] = [];
  // In some scripts a small letter is longer than its capital: places of one text are none of the other.
  const [from, what] = hay.length === text.length ? [hay, needle] : [text, word];
  for (let place = what === '' ? -1 : from.indexOf(what); place >= 0 && at.length < MOST; place = from.indexOf(what, place + what.length))
    at.push(place);
  return at;
}

function lookFor(word: string, state: EditorState): Found {
  const at = placesOf(state.doc.toString(), word);
  const { from } = state.selection.main;
  const marks: Range<Decoration>[] = at.map((place) => (place === from ? currentMark : mark).range(place, place + word.length));
  return { word, at, marks: Decoration.set(marks) };
}

const foundField = StateField.define<Found>({
  create: () => NONE,
  update(found, { effects, docChanged, selection, state }) {
    const asked = effects.find((effect) => effect.is(find))?.value as string | undefined;
    const word = asked ?? found.word;
    if (word === '') return NONE;
    return asked !== undefined || docChanged || selection ? lookFor(word, state) : found;
  },
  provide: (field) => EditorView.decorations.from(field, ({ marks }) => marks),
});

/** Marks of what is being looked for. */
export const findMarks = (): Extension => foundField;

/** Which of how many matches the cursor is on: 0 for none of them. */
export function matchOf(state: EditorState): { current: number; all: number } {
  const { at } = state.field(foundField);
  return { current: at.indexOf(state.selection.main.from) + 1, all: at.length };
}

/** Marks a word, and goes to the match at the cursor or after it; empty takes the marks away. */
export function lookForIn(view: EditorView, word: string): void {
  view.dispatch({ effects: find.of(word) });
  goToMatch(view, 'here');
}

/** Goes to the next match or the one before, round the ends. */
export function goToMatch(view: EditorView, way: 'here' | 'next' | 'before'): void {
  const { at, word } = view.state.field(foundField);
  const { from } = view.state.selection.main;
  const place =
    way === 'before'
      ? (at.findLast((one) => one < from) ?? at.at(-1))
      : (at.find((one) => (way === 'here' ? one >= from : one > from)) ?? at[0]);
  if (place === undefined) return;
  view.dispatch({
    selection: EditorSelection.range(place, place + word.length),
    effects: EditorView.scrollIntoView(place, { y: 'center' }),
  });
}
