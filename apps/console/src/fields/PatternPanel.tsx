import { FIELD_ERRORS } from '@postern/contract/errors';
import { languageOf, render } from '@postern/contract/text';
import { commandPattern, compilePattern, problemIn } from '@postern/pattern';
import { Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

const MAX_LINES = 100;
const MAX_PLACES = 50;
const MAX_TEXT = 4_096;

export interface TriedPattern {
  /** A list of commands, or one regular expression. */
  type: 'command' | 'regex';
  source: string;
  ignoreCase: boolean;
  dotAll?: boolean;
}

interface Tried {
  at: number;
  /** Undefined when it cannot be told. */
  found: boolean | undefined;
  parts: { at: number; text: string; marked: boolean }[];
}

/** A line in parts, those that the pattern found marked. Places of a list of commands may lie in each other. */
function marked(line: string, places: readonly (readonly [number, number])[]): Tried['parts'] {
  const parts: Tried['parts'] = [];
  let at = 0;
  for (const [from, to] of places.toSorted((a, b) => a[0] - b[0])) {
    if (from < at || to <= from) continue;
    if (from > at) parts.push({ at, text: line.slice(at, from), marked: false });
    parts.push({ at: from, text: line.slice(from, to), marked: true });
    at = to;
  }
  if (at < line.length) parts.push({ at, text: line.slice(at), marked: false });
  return parts;
}

/** What a pattern finds in lines of text that somebody types: the answer of the server's own engine, in the browser. */
export function PatternPanel({ type, source, ignoreCase, dotAll = false }: TriedPattern) {
  const { t, i18n } = useTranslation('fields');
  const id = useId();
  const [text, setText] = useState('');
  const options = { ignoreCase, dotAll, list: type === 'command' };
  const wanted = commandPattern(type, source);
  const problem = problemIn(wanted, options);
  const pattern = wanted === '' ? undefined : compilePattern(wanted, options);
  const lines = text === '' ? [] : text.split('\n').slice(0, MAX_LINES);
  const tried: Tried[] = pattern
    ? lines.map((line, at) => ({ at, found: pattern.test(line), parts: marked(line, pattern.places(line, MAX_PLACES)) }))
    : [];
  const word = (found: boolean | undefined) => t(found === undefined ? 'pattern.unknown' : found ? 'pattern.found' : 'pattern.missing');
  return (
    <div className="s-pattern-panel">
      <label htmlFor={id}>{t('pattern.text')}</label>
      <Input.TextArea
        id={id}
        value={text}
        maxLength={MAX_TEXT}
        autoSize={{ minRows: 2, maxRows: 8 }}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
      <div role="status">
        {problem && (
          <p className="s-pattern-problem">{render(FIELD_ERRORS[problem.code], languageOf(i18n.language), { ...problem.params })}</p>
        )}
        {!problem && wanted === '' && <p>{t('pattern.empty')}</p>}
        {tried.length > 0 && (
          <ol className="s-pattern-lines">
            {tried.map(({ at, found, parts }) => (
              <li key={at}>
                <code>
                  {parts.map((part) => (part.marked ? <mark key={part.at}>{part.text}</mark> : <span key={part.at}>{part.text}</span>))}
                </code>
                <span className="s-pattern-answer">{word(found)}</span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}
