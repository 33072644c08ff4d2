import './fields.css';
import type { FieldInfo } from '@postern/contract/metadata';
import { Button, IconButton } from '@postern/ui';
import { CircleMinus, Plus } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { childrenOf, type NestedErrors } from '../model/nested.ts';
import { useUnless } from '../session/useRefusals.ts';
import { NestedInput, type WithKinds } from './nested/NestedInput.tsx';

const MOST_ROWS = 200;

/** Rows of values or of nested objects, with a button behind each that is disabled on the last one, and one to add (docs/behaviour/forms.md#rows). */
export function RowsInput({ id, info, value, onChange, disabled = false, updating, errors, kindOf }: WithKinds) {
  const { t } = useTranslation('fields');
  const unless = useUnless();
  const nested = childrenOf(info) !== undefined;
  const blank = nested ? {} : '';
  const rows: readonly unknown[] = Array.isArray(value) && value.length > 0 ? value : [blank];
  const child = {
    required: false,
    read_only: false,
    write_only: false,
    label: info.label,
    ...(info.child ?? { type: 'string', max_length: 1024 }),
  } as FieldInfo;
  const { Input } = kindOf(child.type);
  // A row keeps its key when one before it goes, so that what is typed stays where it is.
  const keys = useRef<number[]>([]);
  const next = useRef(0);
  while (keys.current.length < rows.length) {
    keys.current.push(next.current);
    next.current += 1;
  }
  const found = Array.isArray(errors) ? (errors as readonly NestedErrors[]) : [];
  return (
    <fieldset id={id} aria-label={info.label} className="s-controls s-rows">
      {rows.map((row, at) => (
        <div key={keys.current[at]} className={nested ? 's-row is-nested' : 's-row'}>
          {nested ? (
            <NestedInput
              kindOf={kindOf}
              info={{ ...child, label: t('rows.row', { number: at + 1 }) }}
              value={row}
              disabled={disabled}
              updating={updating}
              errors={found[at]}
              onChange={(value) => onChange?.(rows.map((was, index) => (index === at ? value : was)))}
            />
          ) : (
            <Input
              info={child}
              value={row}
              disabled={disabled}
              aria-label={t('rows.row', { number: at + 1 })}
              onChange={(value) => onChange?.(rows.map((was, index) => (index === at ? value : was)))}
            />
          )}
          <IconButton
            icon={CircleMinus}
            label={t('rows.remove', { number: at + 1 })}
            locked={disabled}
            refused={unless(rows.length > 1, 'refused:last')}
            onClick={() => {
              keys.current.splice(at, 1);
              onChange?.(rows.filter((_, index) => index !== at));
            }}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<Plus size={14} />}
        locked={disabled}
        refused={unless(rows.length < MOST_ROWS, 'refused:most')}
        onClick={() => onChange?.([...rows, blank])}
      >
        {t('rows.add')}
      </Button>
    </fieldset>
  );
}
