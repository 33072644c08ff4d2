import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { relatedName } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { isTyped, type SearchOption } from '../../model/tag-search.ts';
import { ChoiceList } from './ChoiceList.tsx';
import type { Counted } from './useChoiceCounts.ts';
import { relatedValue, useRelated } from './useSuggestions.ts';

/** Related objects shown at once; more are found by typing. */
const SHOWN = 20;

interface Props {
  options: readonly SearchOption[];
  /** The box it hangs from: a press outside of it closes the menu. */
  owner: RefObject<HTMLElement | null>;
  /** What the list is filtered by now. */
  values: Readonly<Record<string, string>>;
  counted: Counted;
  /** Without a value the field's text is typed into the box; a blank one takes the condition away. `stays` for the next one. */
  onPick: (option: SearchOption, value?: string, stays?: boolean) => void;
  onClose: () => void;
}

/** Fields to filter by, then the values of the one picked: choices, related objects found by name, days (docs/behaviour/lists.md#search). */
export function FilterMenu({ options, owner, values, counted, onPick, onClose }: Props) {
  const { t } = useTranslation('lists');
  const menu = useRef<HTMLDivElement>(null);
  const [field, setField] = useState<SearchOption>();
  useEffect(() => {
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !owner.current?.contains(event.target)) onClose();
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [owner, onClose]);
  // The first thing to choose takes the focus, of the fields and then of their values.
  useEffect(() => {
    if (!field?.choices) menu.current?.querySelector<HTMLElement>('input, .s-filter-item')?.focus();
  }, [field]);

  const keys = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('.s-filter-item') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const go = (to: number) => items[(to + items.length) % items.length]?.focus();
    if (event.key === 'Escape') onClose();
    else if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at < 0 ? -1 : at - 1);
    else if (event.key === 'ArrowLeft' && field && at >= 0) setField(undefined);
    else if (event.key === 'ArrowRight' && !field && at >= 0) items[at]?.click();
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its buttons take the focus; their keys are handled in one place
    <div ref={menu} className="s-filter" onKeyDown={keys}>
      {field === undefined ? (
        options.map((option) => (
          <button
            key={option.key}
            type="button"
            className="s-filter-item"
            onClick={() => (isTyped(option) ? onPick(option) : setField(option))}
          >
            {option.label}
            {!isTyped(option) && <ChevronRight size={14} aria-hidden />}
          </button>
        ))
      ) : (
        <>
          <button type="button" className="s-filter-back" onClick={() => setField(undefined)}>
            <ChevronLeft size={14} aria-hidden />
            {field.label}
          </button>
          {field.choices && (
            <ChoiceList
              field={{ ...field, choices: field.choices }}
              value={values[field.key]}
              counted={counted}
              onChange={(value) => onPick(field, value ?? '', field.several)}
              onClose={onClose}
              onBack={() => setField(undefined)}
            />
          )}
          {field.url && <RelatedItems url={field.url} onPick={(row) => onPick(field, relatedValue(field, row))} />}
          {field.date && (
            <input
              type="date"
              className="s-filter-input"
              aria-label={t('search.day', { name: field.label })}
              onChange={(event) => event.target.value && onPick(field, event.target.value)}
            />
          )}
        </>
      )}
    </div>
  );
}

function RelatedItems({ url, onPick }: { url: string; onPick: (row: Row) => void }) {
  const { t } = useTranslation('lists');
  const [typed, setTyped] = useState('');
  const found = useRelated(url, typed, SHOWN);
  return (
    <>
      <input
        className="s-filter-input"
        value={typed}
        maxLength={128}
        placeholder={t('search.byName')}
        aria-label={t('search.byName')}
        onChange={(event) => setTyped(event.target.value)}
      />
      {found.isPending && <p className="s-filter-note">{t('search.loading')}</p>}
      {found.isError && <p className="s-filter-note">{t('search.failed')}</p>}
      {found.data?.length === 0 && <p className="s-filter-note">{t('search.nothing')}</p>}
      {found.data?.map((row) => (
        <button key={row.id} type="button" className="s-filter-item" onClick={() => onPick(row)}>
          {relatedName(row)}
        </button>
      ))}
    </>
  );
}
