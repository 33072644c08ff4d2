import './playbooks.css';
import '../../fields/fields.css';
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef, useState } from 'react';
import { findMarks } from './editor-find.ts';
import { findingMarks, goToLine, type LineFinding, showFindings } from './editor-findings.ts';
import { FindBar } from './FindBar.tsx';

/** What the server takes of one file; it counts bytes, and says so where they are more. */
const MOST_CHARACTERS = 1_048_576;

const COLOURS = HighlightStyle.define([
  { tag: tags.definition(tags.propertyName), class: 's-json-key' },
  { tag: tags.string, class: 's-json-text' },
  { tag: [tags.keyword, tags.meta, tags.typeName, tags.labelName], class: 's-json-value' },
  { tag: tags.comment, class: 'pb-note' },
]);

interface Props {
  /** What the editor is called: the path. */
  label: string;
  text: string;
  onChange: (text: string) => void;
  readOnly: boolean;
  findings: readonly LineFinding[];
  /** The line to go to; another object goes there again. */
  goTo?: { line: number } | undefined;
  /** Whether a word is looked for. */
  finding: boolean;
  onFind: (open: boolean) => void;
}

/** Where lines end in a text: as they do in the file, so that what is not touched stays as it is. */
const separatorOf = (text: string): string => (/\r\n/.test(text) && !/[^\r]\n/.test(text) ? '\r\n' : '\n');

/** The editor of one file. Tab leaves it, as it leaves every other field; Ctrl+] indents. */
export function YamlEditor({ label, text, onChange, readOnly, findings, goTo, finding, onFind }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView>();
  const told = useRef({ onChange, onFind, text });
  told.current = { onChange, onFind, text };
  const [parts] = useState(() => ({ locked: new Compartment(), names: new Compartment() }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; what changes later is handed to it below
  useEffect(() => {
    const openFind = () => {
      told.current.onFind(true);
      return true;
    };
    const made = new EditorView({
      parent: place.current as HTMLDivElement,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorState.lineSeparator.of(separatorOf(text)),
          findingMarks(),
          lineNumbers(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          history(),
          bracketMatching(),
          indentOnInput(),
          indentUnit.of('  '),
          yaml(),
          syntaxHighlighting(COLOURS),
          findMarks(),
          keymap.of([
            { key: 'Mod-f', run: openFind },
            { key: 'Mod-]', run: indentMore },
            { key: 'Mod-[', run: indentLess },
            ...defaultKeymap,
            ...historyKeymap,
          ]),
          EditorView.lineWrapping,
          EditorState.changeFilter.of((change) => change.newDoc.length <= MOST_CHARACTERS),
          parts.locked.of([]),
          parts.names.of([]),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            const next = update.state.sliceDoc();
            if (next !== told.current.text) told.current.onChange(next);
          }),
        ],
      }),
    });
    setView(made);
    return () => made.destroy();
  }, []);

  useEffect(() => {
    if (view && text !== view.state.sliceDoc())
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: view.state.toText(text) } });
  }, [view, text]);
  useEffect(() => {
    const attributes = EditorView.contentAttributes.of({
      'aria-label': label,
      ...(readOnly ? { 'aria-readonly': 'true', tabindex: '0' } : {}),
    });
    const closed = readOnly ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : [];
    view?.dispatch({ effects: [parts.locked.reconfigure(closed), parts.names.reconfigure(attributes)] });
  }, [view, label, readOnly, parts]);
  useEffect(() => {
    if (view) showFindings(view, findings);
  }, [view, findings]);
  useEffect(() => {
    if (view && goTo) goToLine(view, goTo.line);
  }, [view, goTo]);
  return (
    <div className="pb-editor">
      {finding && view && (
        <FindBar
          view={view}
          onClose={() => {
            onFind(false);
            view.focus();
          }}
        />
      )}
      <div ref={place} className="s-input-json pb-code" translate="no" />
    </div>
  );
}
