import { Tag as Chip, Dropdown } from 'antd';
import { ListFilter, Search, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchOption, Tag } from '../model/tag-search.ts';

interface Props {
  options: readonly SearchOption[];
  tags: readonly Tag[];
  onAdd: (key: string, value: string) => void;
  onRemove: (tag: Tag) => void;
  onClear: () => void;
  inputRef: RefObject<HTMLInputElement | null>;
}

/**
 * Search words and conditions in one box (shell §8). The funnel picks a field: its choices become a condition at once,
 * a typed field leads the text until Enter. A click on a typed condition makes it editable again.
 */
export function TagSearch({ options, tags, onAdd, onRemove, onClear, inputRef }: Props) {
  const { t } = useTranslation('screens');
  const [field, setField] = useState<SearchOption>();
  const [text, setText] = useState('');

  const commit = () => {
    if (text.trim() !== '') onAdd(field?.key ?? '', text);
    setText('');
    setField(undefined);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') commit();
    else if (event.key === 'Escape') inputRef.current?.blur();
    else if (event.key === 'Backspace' && text === '') {
      const last = tags.at(-1);
      if (field) setField(undefined);
      else if (last) onRemove(last);
    }
  };
  const edit = (tag: Tag) => {
    const option = options.find((item) => item.key === tag.key);
    if (option?.choices) return;
    if (text.trim() !== '') onAdd(field?.key ?? '', text);
    onRemove(tag);
    setField(option);
    setText(tag.value);
    inputRef.current?.focus();
  };

  return (
    <div className="s-search">
      {options.length > 0 ? (
        <Dropdown
          trigger={['click']}
          menu={{
            className: 's-search-menu',
            items: options.map((option) => ({
              key: option.key,
              label: option.label,
              ...(option.choices
                ? { children: option.choices.map((choice) => ({ key: `${option.key}\n${choice.value}`, label: choice.label })) }
                : {}),
            })),
            onClick: ({ key }) => {
              const [name = '', value] = key.split('\n');
              if (value !== undefined) onAdd(name, value);
              else {
                setField(options.find((option) => option.key === name));
                inputRef.current?.focus();
              }
            },
          }}
        >
          <button type="button" className="s-search-funnel" aria-label={t('list.filterBy')} title={t('list.filterBy')}>
            <ListFilter size={16} />
          </button>
        </Dropdown>
      ) : (
        <Search size={16} className="s-search-icon" aria-hidden />
      )}
      {tags.map((tag) => (
        <Chip key={`${tag.key}:${tag.value}`} closable onClose={() => onRemove(tag)} className="s-search-tag">
          <button type="button" onClick={() => edit(tag)}>
            {tag.label ? `${tag.label}: ${tag.text}` : tag.text}
          </button>
        </Chip>
      ))}
      {field && <span className="s-search-field">{field.label}:</span>}
      <input
        ref={inputRef}
        value={text}
        placeholder={tags.length === 0 && !field ? t('list.search') : ''}
        aria-label={t('list.search')}
        maxLength={256}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keys}
        onBlur={() => text.trim() !== '' && commit()}
      />
      {tags.length > 0 ? (
        <button type="button" className="s-search-clear" onClick={onClear} aria-label={t('list.clearFilter')} title={t('list.clearFilter')}>
          <X size={14} />
        </button>
      ) : (
        <kbd aria-hidden>/</kbd>
      )}
    </div>
  );
}
