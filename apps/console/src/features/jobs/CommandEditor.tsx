import '../../fields/fields.css';
import './jobs.css';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, placeholder as placeholderText } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../fields/field-props.ts';
import type { Module } from './command-draft.ts';
import { languageOf } from './command-languages.ts';

/** What the server takes. */
const MOST_CHARACTERS = 8192;

interface Props {
  id?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  module: Module;
  label: string;
  /** Ctrl+Enter. */
  onRun?: () => void;
  focused?: boolean;
  described?: string | undefined;
  invalid?: boolean;
}

/** A command with line numbers and colours. Tab leaves it, as it leaves every other field. */
export function CommandEditor({ id, value, onChange, module, label, onRun, focused = false, described, invalid = false }: Props) {
  const { t } = useTranslation('jobs');
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const told = useRef({ onChange, onRun });
  told.current = { onChange, onRun };
  const [parts] = useState(() => ({ language: new Compartment(), names: new Compartment() }));
  const hint = t('quick.placeholder');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; what changes later is handed to it below
  useEffect(() => {
    const run = () => {
      told.current.onRun?.();
      return told.current.onRun !== undefined;
    };
    const view = new EditorView({
      parent: place.current as HTMLDivElement,
      state: EditorState.create({
        doc: value,
        extensions: [
          lineNumbers(),
          history(),
          bracketMatching(),
          indentUnit.of('    '),
          EditorState.tabSize.of(4),
          keymap.of([{ key: 'Ctrl-Enter', mac: 'Cmd-Enter', run }, ...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          EditorState.changeFilter.of((change) => change.newDoc.length <= MOST_CHARACTERS),
          parts.language.of(languageOf(module)),
          parts.names.of([]),
          onRun ? placeholderText(hint) : [],
          EditorView.updateListener.of((update) => {
            if (update.docChanged) told.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    editor.current = view;
    if (focused) view.focus();
    return () => view.destroy();
  }, []);

  useEffect(() => {
    const view = editor.current;
    if (view && value !== view.state.doc.toString()) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
  }, [value]);
  useEffect(() => editor.current?.dispatch({ effects: parts.language.reconfigure(languageOf(module)) }), [module, parts]);
  useEffect(() => {
    const names = {
      'aria-label': label,
      'aria-invalid': String(invalid),
      ...(id ? { id } : {}),
      ...(described ? { 'aria-describedby': described } : {}),
    };
    editor.current?.dispatch({ effects: parts.names.reconfigure(EditorView.contentAttributes.of(names)) });
  }, [label, id, described, invalid, parts]);
  return <div ref={place} className="s-input-json j-editor" translate="no" />;
}

/** The same as an input of a form. */
export function CommandInput({ id, info, value, onChange, module = 'shell', ...rest }: InputProps & { module?: Module }) {
  return (
    <CommandEditor
      id={id}
      value={typeof value === 'string' ? value : ''}
      onChange={(next) => onChange?.(next)}
      module={module}
      label={info.label}
      described={typeof rest['aria-describedby'] === 'string' ? rest['aria-describedby'] : undefined}
      invalid={rest['aria-invalid'] === true || rest['aria-invalid'] === 'true'}
    />
  );
}
