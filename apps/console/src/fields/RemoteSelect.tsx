import { useEnter } from '@postern/ui';
import './fields.css';
import { Button, Select, Spin } from 'antd';
import { RotateCw } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { relatedId, relatedName } from '../model/metadata.ts';
import type { Row } from '../model/resource.ts';
import { isForbidden, useRelatedNames, useRemoteOptions } from './useRemoteOptions.ts';

const SCROLL_SLACK = 48;
/** What clients take for the id of an object that exists (docs/behaviour/forms.md#object-selects). */
const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export interface RemoteSelectProps {
  id?: string | undefined;
  url: string;
  /** Ids, or related objects as the wire gives them. */
  value?: unknown;
  onChange?: ((value: unknown) => void) | undefined;
  multiple?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Ids that may not be picked, such as those already held. */
  taken?: readonly Row['id'][] | undefined;
  labelOf?: ((row: Row) => string) | undefined;
  placeholder?: string | undefined;
  clearable?: boolean | undefined;
  /** Emits ids, or objects `{pk}`. */
  emit?: 'id' | 'object' | undefined;
  /** What is typed and not found is taken as the name of an object to make, emitted as `{name}`. Only for several values. */
  creatable?: boolean | undefined;
  'aria-label'?: string | undefined;
}

const nameOf = (item: unknown): string | undefined => {
  const { name } = (typeof item === 'object' && item !== null ? item : {}) as { name?: unknown };
  return typeof name === 'string' ? name : undefined;
};

/**
 * A select over a list URL: pages of ten near the end of the scroll, search on the server, disabled when the list may
 * not be read, names of ids it was given without a name looked up once (docs/behaviour/forms.md#selects).
 */
export function RemoteSelect({
  url,
  value,
  onChange,
  multiple,
  disabled,
  taken,
  labelOf = relatedName,
  clearable = true,
  emit = 'id',
  creatable = false,
  ...rest
}: RemoteSelectProps) {
  const { t } = useTranslation(['screens', 'fields']);
  const [open, setOpen] = useState(false);
  const given = useMemo(
    () => (Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value]),
    [value],
  );
  const remote = useRemoteOptions(url, open);
  const names = useRelatedNames(url, given, labelOf);
  const options = new Map<Row['id'], { value: Row['id']; label: string; disabled: boolean }>();
  for (const row of remote.rows) options.set(row.id, { value: row.id, label: labelOf(row), disabled: taken?.includes(row.id) ?? false });

  const naming = <span className="s-input-naming" role="status" aria-label={t('fields:select.naming')} />;
  /** The names known now: the form goes on with ids alone. */
  const rememberAll = () => {
    for (const id of given.map(relatedId)) if (id !== undefined) names.remember(id, names.get(id));
  };
  const labelled = given.flatMap((item) => {
    // An object that is to be made has a name and no id.
    const id = relatedId(item) ?? nameOf(item);
    if (id === undefined) return [];
    const known = options.get(id)?.label ?? names.get(id) ?? nameOf(item);
    const label: ReactNode = known ?? (names.pending ? naming : String(id));
    return [{ value: id, label }];
  });
  const exists = (id: Row['id']) => options.has(id) || names.get(id) !== undefined || UUID4.test(String(id));
  const emitted = (id: Row['id']): unknown => {
    if (creatable && !exists(id)) return { name: String(id) };
    return emit === 'object' ? { pk: id } : id;
  };

  const pick = (items: readonly { value: Row['id'] }[]) => {
    rememberAll();
    for (const item of items) names.remember(item.value, options.get(item.value)?.label);
    const values = items.map((item) => emitted(item.value));
    onChange?.(multiple || creatable ? values : (values[0] ?? null));
  };
  const onEnter = useEnter(remote.typed, remote.loading, () => {
    const first = [...options.values()].find((option) => !option.disabled && !labelled.some((item) => item.value === option.value));
    if (!first) return;
    pick(multiple ? [...labelled, first] : [first]);
    remote.setTyped('');
    if (!multiple) setOpen(false);
  });

  const opened = (next: boolean) => {
    setOpen(next);
    if (!next) remote.setTyped('');
  };
  /** Enter makes what is typed where that may be made, unless it is the name of something on the list. */
  const onKey = (event: KeyboardEvent) => {
    // The library would pick, or put back, the option under the cursor and stay; Tab only leaves. And while its list is being exchanged
    // it overlooks Escape, so that the list stays open behind what is done next.
    if (event.key === 'Tab' || (event.key === 'Escape' && open)) {
      event.stopPropagation();
      opened(false);
    }
    const typed = remote.typed.trim();
    if (event.key !== 'Enter') onEnter(event.key);
    // Once the answer is there, the library's own Enter picks the line under the cursor.
    if (event.key !== 'Enter' || typed === '' || !(creatable || remote.loading)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!creatable) return onEnter(event.key);
    const id = [...options.values()].find((option) => option.label === typed)?.value ?? typed;
    if (id !== typed) names.remember(id, typed);
    const selectedIds = labelled.map((item) => item.value);
    rememberAll();
    remote.setTyped('');
    if (!selectedIds.includes(id)) onChange?.([...selectedIds, id].map(emitted));
  };

  return (
    <Select
      {...rest}
      onInputKeyDown={onKey}
      mode={creatable ? 'tags' : multiple ? 'multiple' : undefined}
      labelInValue
      value={multiple || creatable ? labelled : labelled[0]}
      disabled={disabled || isForbidden(remote.error) || isForbidden(names.error)}
      allowClear={clearable}
      maxTagCount={10}
      loading={remote.loading && open}
      open={open}
      options={[...options.values()]}
      showSearch={{ filterOption: false, searchValue: remote.typed, onSearch: remote.setTyped }}
      onOpenChange={opened}
      onPopupScroll={(event) => {
        const list = event.currentTarget;
        if (list.scrollTop + list.clientHeight >= list.scrollHeight - SCROLL_SLACK) remote.loadMore();
      }}
      notFoundContent={
        remote.failed ? (
          <span className="s-input-retry">
            {t('select.failed')}
            <Button size="small" icon={<RotateCw size={14} />} onMouseDown={(event) => event.preventDefault()} onClick={remote.reload}>
              {t('fields:select.reload')}
            </Button>
          </span>
        ) : remote.loading ? (
          <Spin size="small" />
        ) : (
          t('select.none')
        )
      }
      onChange={(next) => pick(Array.isArray(next) ? next : next ? [next] : [])}
    />
  );
}
