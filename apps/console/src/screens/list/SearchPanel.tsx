import { useTranslation } from 'react-i18next';
import type { Suggestion } from '../../model/search-suggestions.ts';
import { isTyped, type SearchOption } from '../../model/tag-search.ts';
import { itemId } from './search-items.ts';

interface Props {
  id: string;
  options: readonly SearchOption[];
  field: SearchOption | undefined;
  text: string;
  items: readonly Suggestion[];
  pending: boolean;
  /** Which of the items is marked. */
  at: number;
  onPick: (item: Suggestion) => void;
}

/** Below the search box: how it is written, by this list's own fields, and what goes on from what is typed (docs/behaviour/lists.md#search). */
export function SearchPanel({ id, options, field, text, items, pending, at, onPick }: Props) {
  const { t } = useTranslation('lists');
  const picked = field && (field.choices || field.url);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press must not take the focus from the box, whose keys it has
    <div className="s-filter s-suggestions" onMouseDown={(event) => event.preventDefault()}>
      {!field && text === '' && <Syntax options={options} />}
      {items.length > 0 && (
        <div id={id} role="listbox" aria-label={field ? field.label : t('search.fields')}>
          {items.map((item, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the box
            <div
              key={item.key}
              id={itemId(id, index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={index === at ? 's-suggestion is-on' : 's-suggestion'}
              onClick={() => onPick(item)}
            >
              <span>{item.option ? `${item.label}:` : item.label}</span>
              {item.hint && <code>{item.hint}</code>}
            </div>
          ))}
        </div>
      )}
      {field?.date && <p className="s-filter-note">{t('search.writeDay')}</p>}
      {field && !picked && !field.date && <p className="s-filter-note">{t('search.writeValue')}</p>}
      {picked && items.length === 0 && <p className="s-filter-note">{t(pending ? 'search.loading' : 'search.nothing')}</p>}
    </div>
  );
}

/** The syntax, by example. */
function Syntax({ options }: Pick<Props, 'options'>) {
  const { t } = useTranslation('lists');
  const typed = options.find(({ key }) => key === 'name') ?? options.find(isTyped);
  const chosen = options.find(({ choices }) => choices && choices.length > 0);
  const examples = [
    { text: t('search.exampleWords'), means: t('search.meansWords') },
    ...(typed ? [{ text: `${typed.label}: ${t('search.exampleWord')}`, means: t('search.meansField') }] : []),
    ...(chosen ? [{ text: `${chosen.label}: ${chosen.choices?.[0]?.label}`, means: t('search.meansChoice') }] : []),
  ];
  return (
    <dl className="s-syntax">
      {examples.map(({ text, means }) => (
        <div key={text}>
          <dt>{text}</dt>
          <dd>{means}</dd>
        </div>
      ))}
    </dl>
  );
}
