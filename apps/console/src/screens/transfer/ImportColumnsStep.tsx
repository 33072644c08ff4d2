import type { RenderedFile } from '@postern/contract/transfer';
import { Button } from '@postern/ui';
import { Alert, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../session/errors.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { isSecretField } from './cell-text.ts';
import { columnLabel } from './problems.ts';

/** Stands for a column that is left out. */
const NONE = '';
/** Unread lines that are drawn; their number is said in any case. */
const SHOWN = 100;

/** Whether there is something about the columns of a file that its sender should see before its rows. */
export const isColumnStep = ({ columns, unread, format }: RenderedFile): boolean =>
  columns.some(({ field, title }) => field === null && title !== '') || unread.length > 0 || (format !== 'csv' && format !== 'xlsx');

interface Props {
  file: RenderedFile;
  /** Reads the file once more, with the field of each column. */
  onAgain: (columns: readonly string[]) => Promise<RenderedFile>;
  onBack: () => void;
  onDone: (file: RenderedFile) => void;
}

/** What each column of the file was understood as, to be looked at and changed; and what of the file was left out. */
export function ImportColumnsStep({ file, onAgain, onBack, onDone }: Props) {
  const { t } = useTranslation('transfer');
  const unless = useUnless();
  const understood = file.columns.map(({ field }) => field ?? NONE);
  const [chosen, setChosen] = useState<readonly string[]>(understood);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const heading = useId();
  const labels = new Map(file.fields.map(([label, field]) => [field, columnLabel(label)]));
  const titles = new Set(file.columns.map(({ title }) => title));
  const left = [
    ...file.columns.flatMap(({ title }, at) => (chosen[at] === NONE && title !== '' ? [title] : [])),
    ...file.ignored.filter((title) => !titles.has(title)),
  ];
  const next = async () => {
    if (chosen.every((field, at) => field === understood[at])) return onDone(file);
    setBusy(true);
    setProblem('');
    try {
      onDone(await onAgain(chosen));
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="s-transfer">
      <p className="s-note" id={heading}>
        {t('import.columns.intro', { format: t(`import.formats.${file.format}`, { defaultValue: file.format }), count: file.data.length })}
      </p>
      <ul className="s-import-columns" aria-labelledby={heading}>
        {file.columns.map(({ title, samples }, at) => (
          // Titles may be there twice; their place is what they are known by.
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file do not move.
          <li key={at} className={chosen[at] === NONE ? 'is-left' : ''}>
            <span className="s-import-column">
              <b>{title || t('import.columns.untitled', { n: at + 1 })}</b>
              <span className="s-note">{chosen[at] && isSecretField(chosen[at]) ? '******' : samples.join(', ')}</span>
            </span>
            <Select
              value={chosen[at] ?? NONE}
              aria-label={t('import.columns.field', { title: title || at + 1 })}
              showSearch={{ optionFilterProp: 'label' }}
              popupMatchSelectWidth={false}
              virtual={false}
              disabled={busy}
              options={[
                { value: NONE, label: t('import.columns.leave') },
                ...[...labels].map(([value, label]) => ({
                  value,
                  label,
                  disabled: chosen.some((field, other) => field === value && other !== at),
                })),
              ]}
              onChange={(value: string) => setChosen(chosen.map((field, other) => (other === at ? value : field)))}
            />
          </li>
        ))}
      </ul>
      {left.length > 0 && (
        <p className="s-note">
          {t('import.columns.left', { count: left.length })} {left.join(', ')}
        </p>
      )}
      {file.missed > 0 && (
        <details className="s-import-unread">
          <summary>{t('import.columns.unread', { count: file.missed })}</summary>
          <ul>
            {file.unread.slice(0, SHOWN).map(({ line, text, reason }) => (
              <li key={`${line} ${text}`}>
                {t('import.columns.line', { n: line })}: <code>{text}</code> {t(`import.reasons.${reason}`, { defaultValue: reason })}
              </li>
            ))}
          </ul>
        </details>
      )}
      {problem && <Alert type="error" showIcon title={problem} className="s-alert" />}
      <div className="s-dialog-actions">
        <Button locked={busy} onClick={onBack}>
          {t('import.back')}
        </Button>
        <Button
          type="primary"
          loading={busy}
          refused={unless(
            chosen.some((field) => field !== NONE),
            'refused:columnless',
          )}
          onClick={() => void next()}
        >
          {t('import.columns.next')}
        </Button>
      </div>
    </div>
  );
}
