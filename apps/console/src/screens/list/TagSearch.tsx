import { ListFilter, Search, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import { isTyped, type SearchOption, type Tag } from '../../model/tag-search.ts';
import { RelatedName } from './RelatedName.tsx';
import type { Counted } from './useChoiceCounts.ts';

const FilterMenu = onDemand(() => import('./FilterMenu.tsx').then((module) => module.FilterMenu));

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
 * a typed field leads the text until Enter. A click on a typed condition makes it editable again.
 */
export function TagSearch({ options, tags, filters, counted, onAdd, onRemove, onClear, inputRef }: Props) {
  const { t } = useTranslation('screens');
  const [field, setField] = useState<SearchOption>();
  const [text, setText] = useState('');
  const [picking, setPicking] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  const commit = () => {
    if (text.trim() !== '') onAdd(field?.key ?? '', text);
    else if (field) dropActive(field);
    setText('');
    setField(undefined);
  };
  // Enter on nothing takes the condition of the field away.
  const dropActive = ({ key }: SearchOption) => {
    const tag = tags.find((candidate) => candidate.key === key);
    if (tag) onRemove(tag);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') commit();
    else if (event.key === 'Escape') inputRef.current?.blur();
    else if (event.key === 'ArrowDown' && text === '' && options.length > 0) setPicking(true);
    else if (event.key === 'Backspace' && text === '') {
      const last = tags.at(-1);
      if (field) setField(undefined);
      else if (last) onRemove(last);
    }
  };
  const edit = (tag: Tag) => {
    const option = options.find((item) => item.key === tag.key);
    if (!isTyped(option)) return;
    // What was being typed counts before something else is taken up; the tag itself goes when its field gets a new value.
    if (text.trim() !== '') onAdd(field?.key ?? '', text);
    else onRemove(tag);
    setField(option);
    setText(tag.value);
    inputRef.current?.focus();
  };
  const pick = (option: SearchOption, value?: string, stays = false) => {
    if (value !== undefined) onAdd(option.key, value);
    if (stays) return;
    setPicking(false);
    if (value !== undefined) setField(undefined);
    else setField(option);
    inputRef.current?.focus();
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
          onClick={() => setPicking(!picking)}
        >
          <ListFilter size={16} aria-hidden />
        </button>
      ) : (
        <Search size={16} className="s-search-icon" aria-hidden />
      )}
      {tags.map((tag) => {
        const option = options.find((item) => item.key === tag.key);
        const words = option?.url && option.by === 'id' ? <RelatedName url={option.url} id={tag.value} /> : tag.text;
        return (
          <span key={`${tag.key}:${tag.value}`} className="s-search-tag">
            <button type="button" className="s-search-words" onClick={() => edit(tag)} disabled={!isTyped(option)}>
              {tag.label ? <>{tag.label}: </> : null}
              {words}
            </button>
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
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keys}
        onBlur={(event) => {
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
      {picking && (
        <FilterMenu options={options} values={filters} counted={counted} owner={box} onPick={pick} onClose={() => setPicking(false)} />
      )}
    </div>
  );
}
