import { StatusTag, type StatusTone } from '@postern/ui';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Tooltip } from 'antd';
import { memo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cellText, cellValue, cellWords, isSecretField } from './cell-text.ts';
import type { ImportRow, ImportRun, RowStatus } from './import-run.ts';
import { columnLabel, problemLines } from './problems.ts';

const ROW_HEIGHT = 34;
const STATUS_WIDTH = 80;
const TONES: Readonly<Record<RowStatus, StatusTone>> = { pending: 'neutral', ok: 'success', error: 'danger' };
/** Of a column, in px (docs/behaviour/transfer.md#cells). */
const WIDTH = { least: 100, most: 180, letter: 8 };

interface Props {
  title: ImportRun['title'];
  rows: readonly ImportRow[];
  editable: boolean;
  onEdit: (n: number, field: string, value: unknown) => void;
}

/** The rows as a sheet. Only those in sight are drawn, so 50,000 are as light as fifty. */
export function ImportTable({ title, rows, editable, onEdit }: Props) {
  const { t } = useTranslation('transfer');
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const widths = title.map(([label, field]) => {
    const longest = Math.max(
      label.length,
      ...rows.slice(0, 50).map((row) => (isSecretField(field) ? 6 : cellWords(row.values[field]).length)),
    );
    return Math.min(WIDTH.most, Math.max(WIDTH.least, longest * WIDTH.letter));
  });
  const drawn = virtual.getVirtualItems();
  const before = drawn[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1).
    <section ref={box} className="s-import-table" aria-label={t('import.rows')} tabIndex={0}>
      <table style={{ width: STATUS_WIDTH + widths.reduce((sum, width) => sum + width, 0) }} aria-rowcount={rows.length + 1}>
        <colgroup>
          <col style={{ width: STATUS_WIDTH }} />
          {title.map(([, field], at) => (
            <col key={field} style={{ width: widths[at] }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('import.status')}</th>
            {title.map(([label, field]) => (
              <th scope="col" key={field} title={columnLabel(label)}>
                {columnLabel(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <tr style={{ height: before }} />}
          {drawn.map((item) => {
            const row = rows[item.index] as ImportRow;
            return <SheetRow key={row.n} row={row} title={title} editable={editable} onEdit={onEdit} />;
          })}
          {after > 0 && <tr style={{ height: after }} />}
        </tbody>
      </table>
      {rows.length === 0 && <p className="s-note s-import-none">{t('import.noneShown')}</p>}
    </section>
  );
}

const SheetRow = memo(function SheetRow({ row, title, editable, onEdit }: Omit<Props, 'rows'> & { row: ImportRow }) {
  const { t } = useTranslation('transfer');
  const lines = problemLines(row.errors, title);
  const status = (
    <StatusTag tone={TONES[row.status]}>
      {t(row.status === 'pending' && row.checked ? 'import.state.checked' : `import.state.${row.status}`)}
    </StatusTag>
  );
  return (
    <tr style={{ height: ROW_HEIGHT }} aria-rowindex={row.n + 1}>
      <td>
        {lines.length > 0 ? (
          <Tooltip title={lines.map((line) => <div key={line}>{line}</div>)} trigger={['hover', 'focus', 'click']}>
            <button type="button" className="s-import-status" aria-label={`${t('import.row', { n: row.n })}: ${lines.join('; ')}`}>
              {status}
            </button>
          </Tooltip>
        ) : (
          status
        )}
      </td>
      {title.map(([label, field]) => (
        <td key={field} className={row.errors && field in row.errors ? 'is-wrong' : ''}>
          <SheetCell row={row} field={field} label={columnLabel(label)} editable={editable && row.status !== 'ok'} onEdit={onEdit} />
        </td>
      ))}
    </tr>
  );
});

interface CellProps {
  row: ImportRow;
  field: string;
  label: string;
  editable: boolean;
  onEdit: Props['onEdit'];
}

/** One cell: text until it is clicked or Enter is pressed on it, then a field. Enter or leaving it keeps what was typed, Escape does not. */
function SheetCell({ row, field, label, editable, onEdit }: CellProps) {
  const { t } = useTranslation('transfer');
  const [typed, setTyped] = useState<string>();
  const secret = isSecretField(field);
  const value = row.values[field];
  const text = cellText(value);
  const shown = secret && text !== '' ? '******' : cellWords(value);
  const name = t('import.cell', { label, n: row.n });
  if (!editable)
    return (
      <span className="s-import-cell" title={shown}>
        {shown}
      </span>
    );
  if (typed === undefined) {
    return (
      <button
        type="button"
        className="s-import-cell"
        title={shown}
        aria-label={`${name}: ${shown}`}
        onClick={() => setTyped(secret ? '' : text)}
      >
        {shown}
      </button>
    );
  }
  const keep = () => {
    // A secret is not shown, so leaving its field empty changes nothing.
    if (typed !== text && !(secret && typed === '')) onEdit(row.n, field, cellValue(typed, value));
    setTyped(undefined);
  };
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the person has just opened this field.
      autoFocus
      type={secret ? 'password' : 'text'}
      autoComplete="off"
      aria-label={name}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
        if (event.key !== 'Escape') return;
        // The dialog would close.
        event.stopPropagation();
        setTyped(undefined);
      }}
    />
  );
}
