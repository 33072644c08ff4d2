import { useEnter } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { BookText, Box, Clock, Compass, CornerDownLeft, type LucideIcon, Search, SquareTerminal, Zap } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDebounced } from '../../data/useDebounced.ts';
import { readStored, writeStored } from '../../data/useStored.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { useAuth } from '../../session/auth.tsx';
import { findObjects } from './objects.ts';
import { addRecent, type PaletteEntry, type PaletteGroup, rankEntries } from './palette-entries.ts';
import { useConnections } from './useConnections.ts';
import { usePaletteEntries } from './usePaletteEntries.ts';

const ICONS: Readonly<Record<PaletteGroup, LucideIcon>> = {
  recent: Clock,
  screens: Compass,
  objects: Box,
  actions: Zap,
  connect: SquareTerminal,
  manual: BookText,
};
/** Letters from which on the server is asked; one ideograph says enough. */
const MIN_LETTERS = 2;
const DELAY_MS = 120;
/** A connection names an asset and an account. */
const MOST_LETTERS = 192;

const isRecent = (value: unknown): value is PaletteEntry =>
  typeof value === 'object' &&
  value !== null &&
  'to' in value &&
  typeof value.to === 'string' &&
  'title' in value &&
  typeof value.title === 'string';

/** Screens, objects and actions by typing: arrows choose, Enter opens, Esc closes. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const { profile } = useAuth();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const { entries, opens } = usePaletteEntries();
  // Titles are kept in the language they were seen in, so each language remembers its own.
  const key = `palette_${profile.username}_${currentLanguage().id}`;
  const [recent] = useState(() => {
    const kept = readStored(key);
    return (Array.isArray(kept) ? kept.filter(isRecent) : []).filter((entry) => opens(entry.to ?? ''));
  });
  const typed = words.trim();
  const asked = useDebounced(typed, DELAY_MS);
  const enough = asked.length >= MIN_LETTERS || /[\u3040-\u30ff\u4e00-\u9fff]/.test(asked);
  const connections = useConnections(typed, asked, enough);
  const objects = useQuery<PaletteEntry[]>({
    queryKey: ['palette', asked],
    enabled: enough && !connections.only,
    staleTime: 10_000,
    placeholderData: (before) => before,
    queryFn: ({ signal }) => findObjects(asked, { opens, signal }),
  });
  const found = enough && typed !== '' ? objects.data : undefined;
  const shown = useMemo(
    () =>
      connections.only
        ? rankEntries(connections.entries, typed)
        : rankEntries([...recent, ...entries, ...(found ?? []), ...connections.entries], words),
    [recent, entries, found, connections.only, connections.entries, typed, words],
  );
  useEffect(() => dialog.current?.showModal(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new words begin at the first entry
  useEffect(() => setAt(0), [words]);
  const current = Math.min(at, shown.length - 1);
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);

  const choose = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    writeStored(key, addRecent(recent, entry));
    // Gone at once: the dialog's own `close` comes a task later, and ⌘K pressed before it would close what is closed already.
    onClose();
    if (entry.to) void navigate(entry.to);
    else entry.run?.();
  };
  const onEnter = useEnter(typed, connections.pending, () => choose(shown[current]));
  const onKey = (event: KeyboardEvent) => {
    // While a word is being composed, Enter and arrows belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + 8,
      PageUp: current - 8,
    };
    const next = steps[event.key];
    if (next !== undefined) {
      event.preventDefault();
      const wraps = Math.abs(next - current) === 1;
      setAt(wraps ? (next + shown.length) % Math.max(1, shown.length) : Math.max(0, Math.min(shown.length - 1, next)));
    } else if (event.key === 'Enter') event.preventDefault();
    onEnter(event.key);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Esc closes a dialog by itself
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t('palette.title')}
      onCancel={onClose}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div>
        <div className="palette__input">
          <Search size={16} aria-hidden="true" />
          <input
            autoFocus
            type="text"
            role="combobox"
            aria-expanded={shown.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={shown.length > 0 ? `${id}-${current}` : undefined}
            aria-autocomplete="list"
            aria-label={t('palette.input')}
            placeholder={t('palette.placeholder')}
            spellCheck={false}
            autoComplete="off"
            maxLength={MOST_LETTERS}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={onKey}
          />
        </div>
        <Results id={id} shown={shown} current={current} onPoint={setAt} onChoose={choose} />
        {shown.length === 0 ? (
          <p className="palette__none">
            {objects.isFetching || connections.pending ? t('palette.searching') : t('palette.none', { words: words.trim() })}
          </p>
        ) : null}
        <p className="palette__foot">
          <CornerDownLeft size={12} aria-hidden="true" /> {t('palette.hint')}
        </p>
        <span className="p-visually-hidden" role="status">
          {t('palette.found', { count: shown.length })}
        </span>
      </div>
    </dialog>
  );
}

interface ResultsProps {
  id: string;
  shown: readonly PaletteEntry[];
  current: number;
  onPoint: (at: number) => void;
  onChoose: (entry: PaletteEntry) => void;
}

function Results({ id, shown, current, onPoint, onChoose }: ResultsProps) {
  const { t } = useTranslation('shell');
  return (
    <div className="palette__list" id={`${id}-list`} role="listbox" aria-label={t('palette.title')}>
      {shown.map((entry, index) => {
        const Icon = ICONS[entry.group];
        const first = shown[index - 1]?.group !== entry.group;
        return (
          <div key={`${entry.group} ${entry.id}`} role="presentation">
            {first ? (
              <div className="palette__group" role="presentation">
                {t(`palette.${entry.group}`)}
              </div>
            ) : null}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field */}
            <div
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              className={index === current ? 'palette__entry palette__entry--current' : 'palette__entry'}
              onPointerMove={() => index !== current && onPoint(index)}
              onClick={() => onChoose(entry)}
            >
              <Icon size={16} aria-hidden="true" />
              <span className="palette__title">{entry.title}</span>
              {entry.detail ? <span className="palette__detail">{entry.detail}</span> : null}
            </div>
          </div>
        );
      })}
    </div>
  );
}
