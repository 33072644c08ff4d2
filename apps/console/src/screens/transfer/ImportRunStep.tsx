import { Button, numberText } from '@postern/ui';
import { Alert, Progress, Segmented } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../data/save-file.ts';
import { collectionAt } from '../../session/http.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { failedRowsCsv } from './failed-rows.ts';
import { ImportTable } from './ImportTable.tsx';
import { type Counts, countRows, type ImportRun, mainButton, type RowStatus } from './import-run.ts';
import { type ImportControl, useImportRun } from './useImportRun.ts';

type Shown = 'total' | RowStatus;
const SHOWN: readonly Shown[] = ['total', 'ok', 'error', 'pending'];

interface Props {
  url: string;
  opened: ImportRun;
  onProgress: (now: { running: boolean; written: boolean }) => void;
  /** Back to what each column was understood as. */
  onColumns: () => void;
  onBack: () => void;
  onClose: () => void;
}

/** The rows of the file, what is wrong with them, and the run. The check begins by itself: it writes nothing. */
export function ImportRunStep({ url, opened, onProgress, onColumns, onBack, onClose }: Props) {
  const { t, i18n } = useTranslation(['transfer', 'screens']);
  const control = useImportRun(opened, (portion) => collectionAt(url).importRows(portion));
  const { run, inFlight, problem } = control;
  const counts = useMemo(() => countRows(run), [run]);
  const [shown, setShown] = useState<Shown>('total');
  const rows = useMemo(() => (shown === 'total' ? run.rows : run.rows.filter((row) => row.status === shown)), [run.rows, shown]);
  const number = (value: number) => numberText(value, i18n.language);
  const running = run.phase === 'started' || inFlight;

  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    control.start('check');
  });
  useEffect(
    () => onProgress({ running: running && run.pass === 'import', written: counts.ok > 0 }),
    [onProgress, running, run.pass, counts.ok],
  );
  // What went wrong in a check is what there is to do; an import is followed by what is left of it (docs/behaviour/transfer.md#an-import).
  const found = run.phase !== 'started' && run.pass === 'check' && counts.error > 0;
  useEffect(
    () => setShown(found ? 'error' : run.phase === 'started' && run.pass === 'import' ? 'pending' : 'total'),
    [found, run.phase, run.pass],
  );
  useEffect(() => {
    if (!running || run.pass !== 'import') return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [running, run.pass]);

  return (
    <div className="s-import-run">
      {problem && <Alert type="error" showIcon title={t('import.interrupted')} description={problem} />}
      <div className="s-import-head">
        <Segmented<Shown>
          size="small"
          value={shown}
          onChange={setShown}
          options={SHOWN.map((value) => ({ value, label: `${t(`import.show.${value}`)} ${number(counts[value])}` }))}
        />
        {counts.error > 0 && !running && (
          <Button size="small" type="link" onClick={() => saveFile('failed-rows.csv', failedRowsCsv(run, t('import.problem')))}>
            {t('import.downloadFailed', { count: counts.error })}
          </Button>
        )}
      </div>
      <ImportTable title={run.title} rows={rows} editable={!running} onEdit={control.edit} />
      <Bar control={control} counts={counts} />
      <div className="s-dialog-actions">
        <Button locked={running} onClick={onBack}>
          {t('import.back')}
        </Button>
        {counts.ok === 0 && (
          <Button locked={running} onClick={onColumns}>
            {t('import.columns.again')}
          </Button>
        )}
        {run.phase !== 'started' && run.rows.some((row) => row.status === 'pending' && !row.checked) && (
          <Button locked={inFlight} onClick={() => control.start('check')}>
            {t('import.checkAgain')}
          </Button>
        )}
        <MainButton control={control} counts={counts} onClose={onClose} />
      </div>
    </div>
  );
}

function MainButton({ control, counts, onClose }: { control: ImportControl; counts: Counts; onClose: () => void }) {
  const { t } = useTranslation('transfer');
  const unless = useUnless();
  const { run, inFlight } = control;
  const kind = mainButton(run, counts);
  if (kind === 'stop') return <Button onClick={control.stop}>{t('import.stop')}</Button>;
  if (kind === 'finished')
    return (
      <Button type="primary" onClick={onClose}>
        {t('import.finished')}
      </Button>
    );
  const count = run.phase === 'done' ? counts.error : counts.pending;
  return (
    <Button type="primary" locked={inFlight} refused={unless(count > 0, 'refused:nothingLeft')} onClick={() => control.start('import')}>
      {t(kind === 'import' ? 'import.start' : 'import.continue', { count })}
    </Button>
  );
}

/** How far it is, in words and as a bar. */
function Bar({ control: { run, speed }, counts }: { control: ImportControl; counts: Counts }) {
  const { t, i18n } = useTranslation('transfer');
  const started = run.phase === 'started';
  const done = run.pass === 'check' && started ? counts.total - counts.waiting : counts.ok + counts.error;
  const percent = counts.total === 0 ? 100 : Math.floor((done * 100) / counts.total);
  const number = (value: number) => numberText(Math.round(value), i18n.language);
  const seconds = speed > 0 ? Math.ceil(counts.waiting / speed) : 0;
  const words = (): string => {
    if (started)
      return t(run.pass === 'check' ? 'import.checking' : 'import.running', {
        done: number(done),
        total: number(counts.total),
      });
    if (run.phase === 'stopped') return t('import.paused', { count: counts.pending });
    if (counts.error > 0) return t(counts.ok > 0 ? 'import.hasErrors' : 'import.checkErrors', { count: counts.error });
    return counts.ok === counts.total ? t('import.allDone', { count: counts.ok }) : t('import.checkFine', { count: counts.pending });
  };
  return (
    <div className="s-transfer-progress" role="status">
      {(started || run.phase !== 'pending') && <Progress percent={percent} size="small" status={started ? 'active' : 'normal'} />}
      <span>
        {words()}
        {started && speed > 0 && ` · ${t('import.speed', { speed: number(speed) })}`}
        {started && seconds > 1 && ` · ${t('import.left', { count: seconds })}`}
      </span>
    </div>
  );
}
