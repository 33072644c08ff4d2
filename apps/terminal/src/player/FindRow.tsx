import { IconButton } from '@postern/ui';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { sessionWords } from '../sessions/words.ts';
import { useTranslate } from '../shell/language.tsx';
import { shellWords } from '../shell/words.ts';
import type { Recording } from './cast.ts';
import { findIn, type Hit } from './find.ts';
import type { Entered } from './marks.ts';
import { playerWords } from './words.ts';

const WAIT_MS = 300;

interface FindRowProps {
  recording: Recording;
  commands: readonly Entered[];
  onJump: (seconds: number) => void;
  onClose: () => void;
}

/** Finds text in what a recording showed and in its commands, and goes there: Enter to the next place, Shift+Enter to the one before, Esc leaves. */
export function FindRow({ recording, commands, onJump, onClose }: FindRowProps) {
  const t = useTranslate();
  const [text, setText] = useState('');
  const [hits, setHits] = useState<readonly Hit[] | null>(null);
  const [at, setAt] = useState(0);
  const jump = useRef(onJump);
  jump.current = onJump;

  useEffect(() => {
    setHits(null);
    const wanted = text.trim();
    if (wanted === '') return;
    let stopped = false;
    const timer = setTimeout(() => {
      const found = findIn(recording, commands, wanted, () => stopped);
      void found
        // A piece that cannot be had is told by the player.
        .catch((): Hit[] => [])
        .then((all) => {
          if (stopped) return;
          setHits(all);
          setAt(0);
          if (all[0]) jump.current(all[0].at);
        });
    }, WAIT_MS);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [text, recording, commands]);

  const step = (by: number): void => {
    if (!hits || hits.length === 0) return;
    const next = (at + by + hits.length) % hits.length;
    setAt(next);
    jump.current(hits[next]?.at ?? 0);
  };
  const count = hits?.length ?? 0;
  return (
    <form className="pt-find" onSubmit={(event) => event.preventDefault()}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the box was just asked for
        autoFocus
        type="text"
        maxLength={256}
        aria-label={t(playerWords.find)}
        placeholder={t(playerWords.find)}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
          if (event.key === 'Escape') onClose();
        }}
      />
      <output className="pt-search-places">{hits ? (count === 0 ? t(sessionWords.searchNone) : `${at + 1}/${count}`) : ''}</output>
      <code className="p-mono pt-find-line">{hits?.[at]?.line ?? ''}</code>
      <IconButton icon={ChevronUp} label={t(sessionWords.searchPrevious)} onClick={() => step(-1)} />
      <IconButton icon={ChevronDown} label={t(sessionWords.searchNext)} onClick={() => step(1)} />
      <IconButton icon={X} label={t(shellWords.close)} onClick={onClose} />
    </form>
  );
}
