import { Button } from '@postern/ui';
import '../fields.css';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, placeholder as placeholderText } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '../../data/useDebounced.ts';
import { useUnless } from '../../session/useRefusals.ts';
import type { InputProps } from '../field-props.ts';
import { parseJson } from '../json-text.ts';

/** The form gets the value this long after the last key, and the reader is told of a mistake this long after it (docs/behaviour/forms.md#json). */
const EMIT_MS = 500;
const COMPLAIN_MS = 1500;
const MOST_CHARACTERS = 1_000_000;

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, class: 's-json-key' },
  { tag: tags.string, class: 's-json-text' },
  { tag: [tags.number, tags.bool, tags.null], class: 's-json-value' },
]);

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value, null, 2);

/** JSON with line numbers, brackets and colours. Emits the value, or the text while it is none; the form's rule refuses to send that. */
export function JsonEditor({ id, value, onChange, disabled, info, placeholder, ...rest }: InputProps) {
  const { t } = useTranslation('fields');
  const unless = useUnless();
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const emit = useRef(onChange);
  emit.current = onChange;
  const last = useRef(value);
  const [locked] = useState(() => new Compartment());
  const [named] = useState(() => new Compartment());
  const [text, setText] = useState(() => textOf(value));
  const settled = useDebounced(text, COMPLAIN_MS);
  const wrong = settled === text && text.trim() !== '' && parseJson(text) === undefined;
  const names = {
    ...(id ? { id } : {}),
    'aria-label': info.label,
    'aria-invalid': String(wrong || rest['aria-invalid'] === true || rest['aria-invalid'] === 'true'),
    ...(typeof rest['aria-describedby'] === 'string' ? { 'aria-describedby': rest['aria-describedby'] } : {}),
  };
  const namesKey = JSON.stringify(names);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; what changes later is handed to it below
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const give = () => {
      clearTimeout(timer);
      timer = undefined;
      const now = view.state.doc.toString();
      last.current = parseJson(now) ?? now;
      emit.current?.(last.current);
    };
    const view = new EditorView({
      parent: place.current as HTMLDivElement,
      state: EditorState.create({
        doc: textOf(value),
        extensions: [
          lineNumbers(),
          history(),
          bracketMatching(),
          indentOnInput(),
          json(),
          syntaxHighlighting(COLOURS),
          // Tab leaves the editor, as it leaves every other field.
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          EditorState.changeFilter.of((change) => change.newDoc.length <= MOST_CHARACTERS),
          locked.of([]),
          named.of([]),
          placeholder ? placeholderText(placeholder) : [],
          EditorView.domEventHandlers({ blur: () => void (timer !== undefined && give()) }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            setText(update.state.doc.toString());
            clearTimeout(timer);
            timer = setTimeout(give, EMIT_MS);
          }),
        ],
      }),
    });
    editor.current = view;
    return () => {
      clearTimeout(timer);
      view.destroy();
    };
  }, []);

  useEffect(() => {
    const view = editor.current;
    if (!view || value === last.current) return;
    last.current = value;
    const next = textOf(value);
    if (next !== view.state.doc.toString()) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
  }, [value]);

  useEffect(() => {
    const attributes = EditorView.contentAttributes.of(JSON.parse(namesKey) as Record<string, string>);
    const closed = disabled ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : [];
    editor.current?.dispatch({ effects: [locked.reconfigure(closed), named.reconfigure(attributes)] });
  }, [disabled, namesKey, locked, named]);

  const format = () => {
    const parsed = parseJson(text);
    const view = editor.current;
    if (parsed && view) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: JSON.stringify(parsed, null, 2) } });
  };
  return (
    <div className={`s-input-json${disabled ? ' is-disabled' : ''}`}>
      <div ref={place} />
      <span className="s-input-json-foot">
        <span role="status" className="s-input-hint is-wrong">
          {wrong && t('rule.json')}
        </span>
        <Button
          size="small"
          type="text"
          locked={disabled}
          refused={unless(parseJson(text) !== undefined, 'refused:noJson')}
          onClick={format}
        >
          {t('json.format')}
        </Button>
      </span>
    </div>
  );
}
