import './fields.css';
import { Select, Tag } from 'antd';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { controlProps, type InputProps } from './field-props.ts';

interface Extra {
  /** Offered while typing. */
  suggestions?: readonly string[];
  /** Whether one word is right; others are marked, and the form's rule refuses them. */
  good?: (word: string) => boolean;
  /** Most words. */
  most?: number;
}

/** Free words: Enter or leaving the field adds one, doubles are dropped, a click on one edits it. */
export function TagInput({ value, onChange, info, placeholder, suggestions = [], good, most = 500, ...rest }: InputProps & Extra) {
  const { t } = useTranslation('fields');
  const [typed, setTyped] = useState('');
  const words = Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? value.split(',') : [];
  const put = (next: readonly string[]) =>
    onChange?.([...new Set(next.map((word) => word.trim()).filter((word) => word !== ''))].slice(0, most));
  const addTyped = () => {
    if (typed.trim() !== '') put([...words, typed]);
    setTyped('');
  };
  return (
    <Select
      {...controlProps({ info, ...rest })}
      mode="tags"
      value={words}
      placeholder={placeholder ?? t('tags.hint')}
      options={suggestions.filter((word) => !words.includes(word)).map((word) => ({ value: word, label: word }))}
      {...(suggestions.length > 0 ? {} : { open: false, suffixIcon: null })}
      tokenSeparators={[',', '\n', '，', '、']}
      aria-label={info.label}
      showSearch={{ searchValue: typed, onSearch: setTyped }}
      onBlur={addTyped}
      onInputKeyDown={(event) => {
        // A word that is there already is not added, and what was typed goes.
        if (event.key === 'Enter' && words.includes(typed.trim())) {
          event.preventDefault();
          event.stopPropagation();
          setTyped('');
        }
      }}
      onChange={(next: string[]) => {
        put(next);
        setTyped('');
      }}
      tagRender={({ label, value: word, closable, onClose }) => {
        const text = String(word);
        const wrong = good ? !good(text) : false;
        return (
          <Tag className={wrong ? 's-input-tag is-wrong' : 's-input-tag'} onMouseDown={(event) => event.stopPropagation()}>
            <button
              type="button"
              disabled={rest.disabled ?? false}
              title={t('tags.edit', { name: text })}
              aria-label={t('tags.edit', { name: text })}
              onClick={() => {
                put(words.filter((one) => one !== text));
                setTyped(text);
              }}
            >
              {label}
            </button>
            {closable && (
              <button
                type="button"
                className="s-input-tag-remove"
                disabled={rest.disabled ?? false}
                aria-label={t('file.remove', { name: text })}
                onClick={onClose}
              >
                <X size={12} aria-hidden />
              </button>
            )}
          </Tag>
        );
      }}
    />
  );
}
