import { ApiError } from '@postern/client/http';
import type { FieldInfo } from '@postern/contract/metadata';
import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../fields/Dialog.tsx';
import { kindOf } from '../../fields/kinds.ts';
import { bulkErrors, changeOf, presentValues } from '../../model/bulk-update.ts';
import type { FieldMap } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { errorMessage, showError } from '../../session/errors.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { valueWords } from './cell-words.ts';
import type { ListDefinition } from './list-definition.ts';
import { changeMany, MOST_READ, rowsOf, sayChanged } from './many-rows.ts';

interface Props {
  url: string;
  ids: readonly Row['id'][];
  /** Words for many of them. */
  nouns: string;
  fields: FieldMap;
  inputs: ListDefinition['bulkInputs'];
  /** Reads the list again. */
  refresh: () => Promise<unknown>;
  /** `saved` when rows were written. */
  onClose: (saved: boolean) => void;
}

/**
 * Changes some fields of many rows (docs/behaviour/lists.md#bulk-update): what is ticked gets one value everywhere. Each field says what the
 * rows have now, and how many of them a new value changes. What nobody touched is never written over hundreds of rows.
 */
export function BulkUpdateDialog({ url, ids, nouns, fields, inputs, refresh, onClose }: Props) {
  const { t } = useTranslation(['lists', 'screens']);
  const unless = useUnless();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [saving, setSaving] = useState(false);
  const [written, setWritten] = useState(false);

  const rows = useTickedRows(url, ids);

  const tick = (name: string, on: boolean) => {
    const next = new Set(ticked);
    if (on) next.add(name);
    else next.delete(name);
    setTicked(next);
    setErrors(({ [name]: _, ...others }) => others);
  };
  const save = async () => {
    const missing = [...ticked].filter((name) => values[name] === undefined);
    if (missing.length > 0) return setErrors(Object.fromEntries(missing.map((name) => [name, t('bulk.missing')])));
    setSaving(true);
    try {
      const chosen = Object.fromEntries(Object.entries(values).filter(([name]) => ticked.has(name)));
      const change = { url, ids, values: chosen, fields, before: rows };
      await changeMany(change, () => setWritten(true));
      sayChanged(change, t('bulk.done', { count: ids.length, nouns }), t, refresh);
      onClose(true);
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) setErrors({ '': errorMessage(error), ...bulkErrors(error.body) });
      else showError(error);
    } finally {
      setSaving(false);
    }
  };
  const general = Object.entries(errors).flatMap(([name, text]) => (name !== '' && !(name in fields) ? [text] : []));
  const onlyGeneral = Object.keys(errors).length === 1 ? errors[''] : undefined;
  return (
    <Dialog
      title={t('bulk.title', { count: ids.length, nouns })}
      width="min(70%, 820px)"
      verb={t('bulk.verb', { count: ids.length })}
      refused={unless(ticked.size > 0, 'refused:fieldless')}
      busy={saving}
      keeps={Object.keys(values).length > 0}
      run={save}
      onClose={() => onClose(written)}
    >
      <p className="s-dialog-text">{t('bulk.text')}</p>
      {(general.length > 0 || onlyGeneral) && <Alert type="error" showIcon title={general.join('; ') || onlyGeneral} />}
      <div className="s-bulk">
        {Object.entries(fields).map(([name, info]) => {
          const Input = inputs?.[name] ?? kindOf(info.type).Input;
          return (
            <fieldset key={name} className="s-bulk-field">
              <Checkbox checked={ticked.has(name)} onChange={(event) => tick(name, event.target.checked)}>
                {info.label}
              </Checkbox>
              {ticked.has(name) && (
                <Suspense fallback={<span className="s-bulk-wait" />}>
                  <Input
                    info={info}
                    value={values[name]}
                    aria-label={info.label}
                    onChange={(value) => {
                      setValues({ ...values, [name]: value });
                      setErrors(({ [name]: _, ...others }) => others);
                    }}
                  />
                </Suspense>
              )}
              {rows?.[0]?.[name] !== undefined && (
                <p className="s-bulk-now">
                  <Difference name={name} info={info} rows={rows} value={ticked.has(name) ? values[name] : undefined} />
                </p>
              )}
              {errors[name] && (
                <p className="s-bulk-error" role="alert">
                  {errors[name]}
                </p>
              )}
            </fieldset>
          );
        })}
      </div>
    </Dialog>
  );
}

/** The ticked rows, from whichever pages; undefined until they are here, and when they are too many. */
function useTickedRows(url: string, ids: readonly Row['id'][]): readonly Row[] | undefined {
  return useQuery({
    queryKey: ['bulk-update', url, ids],
    enabled: ids.length <= MOST_READ,
    // What others change meanwhile is read when the dialog is opened again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => rowsOf(url, ids, signal),
  }).data;
}

/** What the rows have in a field; once there is a value for them, how many it changes. */
function Difference({ name, info, rows, value }: { name: string; info: FieldInfo; rows: readonly Row[]; value: unknown }) {
  const { t, i18n } = useTranslation(['lists', 'screens']);
  if (value !== undefined) {
    const { changes, same } = changeOf(rows, name, value);
    return <>{same === 0 ? t('bulk.changesAll', { count: changes }) : t('bulk.changes', { count: changes, same })}</>;
  }
  const { different, one } = presentValues(rows, name);
  if (different > 1) return <>{t('bulk.different', { count: different })}</>;
  const text = valueWords(one, info, { yes: t('screens:value.yes'), no: t('screens:value.no'), language: i18n.language });
  return <>{text === '' ? t('bulk.empty') : t('bulk.same', { value: text })}</>;
}
