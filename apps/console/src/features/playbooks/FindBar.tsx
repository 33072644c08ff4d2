import type { EditorView } from '@codemirror/view';
import { IconButton } from '@postern/ui';
import { Input } from 'antd';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnless } from '../../session/useRefusals.ts';
import { goToMatch, lookForIn, matchOf } from './editor-find.ts';

const MOST_CHARACTERS = 256;

/** Looks for a word in the file. Enter goes on, Shift+Enter back, Escape closes it. */
export function FindBar({ view, onClose }: { view: EditorView; onClose: () => void }) {
  const { t } = useTranslation('playbooks');
  const unless = useUnless();
  const [word, setWord] = useState(() => {
    const { from, to } = view.state.selection.main;
    const chosen = view.state.sliceDoc(from, to);
    return chosen.length <= MOST_CHARACTERS && !chosen.includes('\n') ? chosen : '';
  });
  const [match, setMatch] = useState(() => ({ current: 0, all: 0 }));
  useEffect(() => {
    lookForIn(view, word);
    setMatch(matchOf(view.state));
  }, [view, word]);
  useEffect(() => () => lookForIn(view, ''), [view]);
  const go = (way: 'next' | 'before') => {
    goToMatch(view, way);
    setMatch(matchOf(view.state));
  };
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      go(event.shiftKey ? 'before' : 'next');
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
  };
  return (
    <search className="pb-find">
      <Input
        size="small"
        autoFocus
        value={word}
        maxLength={MOST_CHARACTERS}
        placeholder={t('find.open')}
        aria-label={t('find.open')}
        onChange={(event) => setWord(event.target.value)}
        onKeyDown={keys}
      />
      <span className="s-note" role="status">
        {word !== '' && t('find.count', { current: match.current, all: match.all })}
      </span>
      <IconButton
        icon={ChevronUp}
        label={t('find.before')}
        refused={unless(match.all > 0, 'refused:noMatch')}
        onClick={() => go('before')}
      />
      <IconButton icon={ChevronDown} label={t('find.next')} refused={unless(match.all > 0, 'refused:noMatch')} onClick={() => go('next')} />
      <IconButton icon={X} label={t('find.close')} onClick={onClose} />
    </search>
  );
}
