import { useEnter } from '@postern/ui';
import { ListFilter, Search, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import { isValue, namedField, type Suggestion, withValue } from '../../model/search-suggestions.ts';
import { isTyped, type SearchOption, type Tag } from '../../model/tag-search.ts';
import { RelatedName } from './RelatedName.tsx';
import { itemId } from './search-items.ts';
import type { Counted } from './useChoiceCounts.ts';
import { useSuggestions } from './useSuggestions.ts';

const FilterMenu = onDemand(() => import('./FilterMenu.tsx').then((module) => module.FilterMenu));

const SearchPanel = onDemand(() => import('./SearchPanel.tsx').then((module) => module.SearchPanel));

interface Props {
  options: readonly SearchOption[];
  tags: readonly Tag[];
  filters: Readonly<Record<string, string>>;
  /** How choices are counted. */
  counted: Counted;
  onAdd: (key: string, value: string) => void;
  onRemove: (tag: Tag) => void;
  onClear: () => void;
  inputRef: RefObject<HTMLInputElement | null>;
}

/**
 * Search words and conditions in one box (docs/behaviour/lists.md#search). The funnel picks a field: its choices become a condition at once,
 * a typed field leads the text until Enter. Fields and values are completed while one types, `Name: anna` is a condition by Name. A click on a typed condition makes it editable again.
 */
export function TagSearch({ options, tags, filters, counted, onAdd, onRemove, onClear, inputRef }: Props) {
  const { t } = useTranslation('screens');
  const [field, setField] = useState<SearchOption>();
  const [text, setText] = useState('');
  const [picking, setPicking] = useState(false);
  const [open, setOpen] = useState(false);
  /** The suggestion that is marked; none at first, so that Enter takes what is typed. */
  const [at, setAt] = useState(-1);
  const panel = useId();
  const box = useRef<HTMLDivElement>(null);

  const shown = open && !picking && options.length > 0;
  const { items, pending } = useSuggestions(options, field, text, shown);

  const start = (next: SearchOption | undefined, words = '') => {
    setField(next);
    setText(words);
    setAt(-1);
  };
  const write = (next: string) => {
    const named = field ? undefined : namedField(next, options);
    start(named?.option ?? field, named ? named.rest : next);
    setOpen(true);
  };
  const take = ({ option, value }: Suggestion) => {
    if (option) return start(option);
    if (!field || value === undefined) return;
    onAdd(field.key, withValue(field, filters[field.key], value));
    start(undefined);
    setOpen(false);
  };
  /** What is typed counts, where it can be a value of the field. */
  const commit = () => {
    if (text.trim() === '' && field) dropActive(field);
    else if (!field || isValue(text, field)) onAdd(field?.key ?? '', text);
    start(undefined);
    setOpen(false);
  };
  // A text that is no value by itself stands for the first one like it, once these are known.
  const isWhole = !field || text.trim() === '' || isValue(text, field);
  const onEnter = useEnter(text, pending && !isWhole && !items[at], () => {
    const marked = items[at] ?? (isWhole ? undefined : items[0]);
    if (marked) take(marked);
    else if (isWhole) commit();
  });
  /** Round and round, by way of none, which is what is typed. */
  const move = (by: 1 | -1) => {
    setOpen(true);
    const places = items.length + 1;
    if (shown) setAt(((at + 1 + by + places) % places) - 1);
  };
  // Enter on nothing takes the condition of the field away.
  const dropActive = ({ key }: SearchOption) => {
    const tag = tags.find((candidate) => candidate.key === key);
    if (tag) onRemove(tag);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    onEnter(event.key);
    if (event.key === 'Escape' && shown) setOpen(false);
    else if (event.key === 'Escape') inputRef.current?.blur();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Backspace' && text === '') {
      const last = tags.at(-1);
      if (field) start(undefined);
      else if (last) onRemove(last);
    }
  };
  const edit = (tag: Tag) => {
    const option = options.find((item) => item.key === tag.key);
    if (!isTyped(option)) return;
    // What was being typed counts before something else is taken up; the tag itself goes when its field gets a new value.
    if (text.trim() !== '') onAdd(field?.key ?? '', text);
    else onRemove(tag);
    start(option, tag.value);
    inputRef.current?.focus();
  };
  const pick = (option: SearchOption, value?: string, stays = false) => {
    if (value !== undefined) onAdd(option.key, value);
    if (stays) return;
    setPicking(false);
    start(value === undefined ? option : undefined, text);
    inputRef.current?.focus();
    // A field that was picked goes on with its value; a condition that was picked is whole.
    setOpen(value === undefined);
  };

  return (
    <div className="s-search" ref={box}>
      {options.length > 0 ? (
        <button
          type="button"
          className="s-search-funnel"
          aria-label={t('list.filterBy')}
          title={t('list.filterBy')}
          aria-haspopup="dialog"
          aria-expanded={picking}
          onClick={() => {
            setOpen(false);
            setPicking(!picking);
          }}
        >
          <ListFilter size={16} aria-hidden />
        </button>
      ) : (
        <Search size={16} className="s-search-icon" aria-hidden />
      )}
      {tags.map((tag) => {
        const option = options.find((item) => item.key === tag.key);
        const value = option?.url && option.by === 'id' ? <RelatedName url={option.url} id={tag.value} /> : tag.text;
        const words = (
          <>
            {tag.label ? <>{tag.label}: </> : null}
            {value}
          </>
        );
        return (
          <span key={`${tag.key}:${tag.value}`} className="s-search-tag">
            {isTyped(option) ? (
              <button type="button" className="s-search-words" onClick={() => edit(tag)}>
                {words}
              </button>
            ) : (
              <span className="s-search-words">{words}</span>
            )}
            <button
              type="button"
              className="s-search-drop"
              aria-label={t('lists:search.remove', { name: tag.label || tag.text })}
              onClick={() => onRemove(tag)}
            >
              <X size={12} aria-hidden />
            </button>
          </span>
        );
      })}
      {field && <span className="s-search-field">{field.label}:</span>}
      <input
        ref={inputRef}
        value={text}
        placeholder={tags.length === 0 && !field ? t('list.search') : ''}
        aria-label={t('list.search')}
        maxLength={256}
        autoComplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown && items.length > 0 ? panel : undefined}
        aria-activedescendant={shown && items[at] ? itemId(panel, at) : undefined}
        onChange={(event) => write(event.target.value)}
        onKeyDown={keys}
        onFocus={() => setOpen(true)}
        onMouseDown={() => setOpen(true)}
        onBlur={(event) => {
          setOpen(false);
          // A press on the funnel or on a tag goes on with what was typed.
          if (!box.current?.contains(event.relatedTarget) && text.trim() !== '') commit();
        }}
      />
      {tags.length > 0 ? (
        <button type="button" className="s-search-clear" onClick={onClear} aria-label={t('list.clearFilter')} title={t('list.clearFilter')}>
          <X size={14} aria-hidden />
        </button>
      ) : (
        <kbd aria-hidden>/</kbd>
      )}
      {shown && <SearchPanel {...{ options, field, text, items, pending, at }} id={panel} onPick={take} />}
      {picking && (
        <FilterMenu options={options} values={filters} counted={counted} owner={box} onPick={pick} onClose={() => setPicking(false)} />
      )}
    </div>
  );
}
