import { numberText } from '@postern/ui';
import { Check } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchOption } from '../../model/tag-search.ts';
import { type Counted, useChoiceCounts } from './useChoiceCounts.ts';

/** From so many choices on they can be searched. */
const SEARCHED = 8;

interface Props {
  field: Pick<SearchOption, 'key' | 'label' | 'several'> & { choices: NonNullable<SearchOption['choices']> };
  /** The values that the list is filtered by now, joined by a comma where they are several. */
  value: string | undefined;
  counted: Counted;
  onChange: (value: string | undefined) => void;
  /** Escape, or a pick where there is only one. */
  onClose: () => void;
  /** Leaves to the left, where that leads somewhere. */
  onBack?: () => void;
}

/** What a choice is to a reader: any of several, or one of them. */
const TICKED = { role: 'menuitemcheckbox' };
const PICKED = { role: 'menuitemradio' };

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Values joined by a comma, with this one in or out; undefined when none is left. */
const toggled = (values: readonly string[], value: string): string | undefined => {
  const others = values.filter((one) => !isSame(one, value));
  return (others.length < values.length ? others : [...values, value]).join(',') || undefined;
};

/** The choices of a field with how many rows each has; of fields that take several each can be ticked (docs/behaviour/lists.md#header-filters). */
export function ChoiceList({ field, value, counted, onChange, onClose, onBack }: Props) {
  const { t, i18n } = useTranslation('lists');
  const menu = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const { key, label, choices, several = false } = field;
  const counts = useChoiceCounts(counted, key, choices.length);
  const values = value === undefined ? [] : several ? value.split(',') : [value];
  const isOn = (one: string) => values.some((chosen) => isSame(chosen, one));
  const wanted = typed.trim().toLocaleLowerCase();
  const found = choices.filter(
    (choice) => choice.label.toLocaleLowerCase().includes(wanted) || choice.value.toLowerCase().includes(wanted),
  );
  useEffect(() => {
    menu.current?.querySelector<HTMLElement>('input, [data-choice]')?.focus();
  }, []);

  const pick = (one: string) => {
    onChange(several ? toggled(values, one) : one);
    if (!several) onClose();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('input, [role^=menuitem]') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const isTyping = document.activeElement instanceof HTMLInputElement;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'ArrowDown') items[(at + 1) % items.length]?.focus();
    else if (event.key === 'ArrowUp') items[(at - 1 + items.length) % items.length]?.focus();
    else if (event.key === 'Enter' && isTyping) {
      if (found[0] && wanted !== '') pick(found[0].value);
    } else if (event.key === 'ArrowLeft' && onBack && !isTyping) onBack();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const numberOf = (one: string) => {
    const count = counts?.of.get(one.toLowerCase());
    // Of the rows that were not looked at any may have it.
    if (count === undefined || (counts?.capped && count === 0)) return undefined;
    return { count, text: `${numberText(count, i18n.language)}${counts?.capped ? '+' : ''}` };
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its lines take the focus; their keys are handled in one place
    <div ref={menu} className="s-choices" onKeyDown={keys}>
      {choices.length >= SEARCHED && (
        <input
          className="s-filter-input"
          value={typed}
          maxLength={64}
          placeholder={t('search.byName')}
          aria-label={t('search.byName')}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div role="menu" aria-label={label} className="s-choices-lines">
        {wanted === '' && (
          <button
            type="button"
            role="menuitemradio"
            aria-checked={values.length === 0}
            className="s-choice"
            onClick={() => onChange(undefined)}
          >
            <Mark on={values.length === 0} />
            <span>{t('table.all')}</span>
          </button>
        )}
        {found.map((choice) => {
          const number = numberOf(choice.value);
          const on = isOn(choice.value);
          return (
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both of its roles can be checked
            <button
              key={choice.value}
              type="button"
              data-choice=""
              {...(several ? TICKED : PICKED)}
              aria-checked={on}
              aria-label={choice.label}
              aria-description={number && t('table.rows', { count: number.count, number: number.text })}
              className={number?.count === 0 && !on ? 's-choice is-none' : 's-choice'}
              onClick={() => pick(choice.value)}
            >
              <Mark on={on} />
              <span>{choice.label}</span>
              {number && <span className="s-choice-count">{number.text}</span>}
            </button>
          );
        })}
      </div>
      {found.length === 0 && <p className="s-filter-note">{t('search.nothing')}</p>}
    </div>
  );
}

const Mark = ({ on }: { on: boolean }) => (on ? <Check size={14} aria-hidden /> : <span className="s-unchecked" />);
