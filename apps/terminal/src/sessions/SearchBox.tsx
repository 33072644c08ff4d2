import { IconButton } from '@postern/ui';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslate } from '../shell/language.tsx';
import { shellWords } from '../shell/words.ts';
import { sessionWords } from './words.ts';

interface SearchBoxProps {
  found: { index: number; count: number } | null;
  onSearch: (text: string, back: boolean) => void;
  onClose: () => void;
}

/** Finds text in the terminal: Enter goes up to older output, Shift+Enter down, Esc leaves. */
export function SearchBox({ found, onSearch, onClose }: SearchBoxProps) {
  const t = useTranslate();
  const [text, setText] = useState('');
  const places = text === '' || !found ? '' : found.count === 0 ? t(sessionWords.searchNone) : `${found.index + 1}/${found.count}`;
  return (
    <search className="pt-search">
      <input
        // biome-ignore lint/a11y/noAutofocus: the box was just asked for with a key
        autoFocus
        type="text"
        maxLength={256}
        aria-label={t(sessionWords.search)}
        placeholder={t(sessionWords.search)}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onSearch(event.target.value, true);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch(text, !event.shiftKey);
          if (event.key === 'Escape') onClose();
        }}
      />
      <output className="pt-search-places">{places}</output>
      <IconButton icon={ChevronUp} label={t(sessionWords.searchPrevious)} onClick={() => onSearch(text, true)} />
      <IconButton icon={ChevronDown} label={t(sessionWords.searchNext)} onClick={() => onSearch(text, false)} />
      <IconButton icon={X} label={t(shellWords.close)} onClick={onClose} />
    </search>
  );
}
