import { WhyNot } from '@postern/ui';
import { ChevronDown, CornerDownLeft } from 'lucide-react';
import { useState } from 'react';
import { ChooseSessions } from '../panes/ChooseSessions.tsx';
import { useTranslate } from '../shell/language.tsx';
import { refusedWords } from '../shell/refused.ts';
import { shellWords } from '../shell/words.ts';
import type { SessionTab } from './tabs-state.ts';
import { sessionWords } from './words.ts';

const MAX = 2048;

interface BatchBarProps {
  /** Those that a line may go to. */
  sessions: readonly SessionTab[];
  onSend: (keys: readonly string[], text: string) => void;
}

/**
 * One command for every connected SSH session, or for chosen ones (docs/behaviour/terminal.md#one-command-for-all). Enter sends it with a line
 * end, then clears.
 */
export function BatchBar({ sessions, onSend }: BatchBarProps) {
  const t = useTranslate();
  const [text, setText] = useState('');
  /** Null for all, those of later included. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [choosing, setChoosing] = useState(false);
  const all = sessions.map(({ key }) => key);
  const keys = chosen === null ? all : all.filter((key) => chosen.includes(key));
  const hint = t(chosen === null ? sessionWords.batchHint : sessionWords.batchChosenHint);
  return (
    <form
      className="pt-batch"
      onSubmit={(event) => {
        event.preventDefault();
        if (text === '' || keys.length === 0) return;
        onSend(keys, `${text}\r`);
        setText('');
      }}
    >
      <input
        type="text"
        className="p-mono"
        maxLength={MAX}
        autoComplete="off"
        spellCheck={false}
        aria-label={hint}
        placeholder={hint}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <WhyNot reason={keys.length === 0 ? t(refusedWords.noSessions) : text === '' && t(refusedWords.empty)}>
        <button type="submit">
          <CornerDownLeft size={13} aria-hidden="true" />
          {t(chosen === null ? sessionWords.batch : sessionWords.batchChosen, { count: keys.length })}
        </button>
      </WhyNot>
      <button
        type="button"
        aria-label={t(sessionWords.batchChoose)}
        title={t(sessionWords.batchChoose)}
        aria-haspopup="dialog"
        onClick={() => setChoosing(true)}
      >
        <ChevronDown size={13} aria-hidden="true" />
      </button>
      {choosing ? (
        <ChooseSessions
          title={t(sessionWords.batchChoose)}
          action={t(shellWords.save)}
          least={1}
          sessions={sessions}
          chosen={keys}
          onClose={() => setChoosing(false)}
          onChoose={(next) => setChosen(next.length === all.length ? null : next)}
        />
      ) : null}
    </form>
  );
}
