import { type Extension, RangeSet, RangeSetBuilder, StateEffect, StateField, type Text } from '@codemirror/state';
import { EditorView, GutterMarker, gutter } from '@codemirror/view';

/** What is said about one line. */
export interface LineFinding {
  line: number;
  text: string;
  severity: string;
}

class Mark extends GutterMarker {
  readonly text: string;
  readonly isError: boolean;
  constructor(text: string, isError: boolean) {
    super();
    this.text = text;
    this.isError = isError;
  }
  override eq(other: Mark): boolean {
    return other.text === this.text && other.isError === this.isError;
  }
  override toDOM(): Node {
    const sign = document.createElement('span');
    sign.className = this.isError ? 'pb-mark is-error' : 'pb-mark';
    sign.title = this.text;
    sign.textContent = '!';
    return sign;
  }
}

const told = StateEffect.define<readonly LineFinding[]>();

function marksOf(findings: readonly LineFinding[], doc: Text): RangeSet<Mark> {
  const byLine = Map.groupBy(findings, ({ line }) => Math.min(Math.max(1, line), doc.lines));
  const marks = new RangeSetBuilder<Mark>();
  for (const [line, all] of [...byLine].sort(([one], [other]) => one - other)) {
    const { from } = doc.line(line);
    const isError = all.some(({ severity }) => severity === 'error');
    marks.add(from, from, new Mark(all.map(({ text }) => text).join('\n'), isError));
  }
  return marks.finish();
}

const marksField = StateField.define<RangeSet<Mark>>({
  create: () => RangeSet.empty,
  update(marks, { effects, changes, newDoc }) {
    const effect = effects.find((one) => one.is(told));
    return effect ? marksOf(effect.value as readonly LineFinding[], newDoc) : marks.map(changes);
  },
});

/** A sign beside each line about which something was found; its words are a touch away, and in the list below the editor. */
export const findingMarks = (): Extension => [
  marksField,
  gutter({ class: 'pb-marks', markers: (view) => view.state.field(marksField), initialSpacer: () => new Mark('', false) }),
];

export const showFindings = (view: EditorView, findings: readonly LineFinding[]): void => view.dispatch({ effects: told.of(findings) });

/** Puts the cursor at the start of a line, in sight and with the keyboard. */
export function goToLine(view: EditorView, line: number): void {
  const { from } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  view.focus();
}
