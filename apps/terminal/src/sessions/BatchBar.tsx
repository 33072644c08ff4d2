import { CornerDownLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslate } from '../shell/language.tsx';
import { sessionWords } from './words.ts';

const MAX = 2048;

/** One command for every connected SSH session (docs/behaviour/terminal.md#one-command-for-all). Enter sends it with a line end, then clears. */
export function BatchBar({ count, onSend }: { count: number; onSend: (text: string) => void }) {
  const t = useTranslate();
  const [text, setText] = useState('');
  return (
    <form
      className="pt-batch"
      onSubmit={(event) => {
        event.preventDefault();
        if (text === '') return;
        onSend(`${text}\r`);
        setText('');
      }}
    >
      <input
        type="text"
        className="p-mono"
        maxLength={MAX}
        autoComplete="off"
        spellCheck={false}
        aria-label={t(sessionWords.batchHint)}
        placeholder={t(sessionWords.batchHint)}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" disabled={text === ''}>
        <CornerDownLeft size={13} aria-hidden="true" />
        {t(sessionWords.batch, { count })}
      </button>
    </form>
  );
}
