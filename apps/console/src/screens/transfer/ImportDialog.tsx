import type { ImportMode, RenderedFile } from '@postern/contract/transfer';
import { useConfirm } from '@postern/ui';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../model/resource.ts';
import { ImportColumnsStep, isColumnStep } from './ImportColumnsStep.tsx';
import { ImportFileStep } from './ImportFileStep.tsx';
import { ImportRunStep } from './ImportRunStep.tsx';
import { type ImportRun, openImport } from './import-run.ts';
import './transfer.css';
import { Dialog } from '../../fields/Dialog.tsx';
import { readImport } from './read-import.ts';

interface Props {
  url: string;
  nouns: string;
  modes: readonly ImportMode[];
  selected: readonly Row['id'][];
  hint: string | undefined;
  /** Endings of files of other programs that this list takes, too. */
  foreign: readonly string[] | undefined;
  /** Told whether anything was written. */
  onClose: (written: boolean) => void;
}

/** Import: a file, then its rows, checked before anything is written, then the run (docs/behaviour/transfer.md#an-import). */
export function ImportDialog({ url, nouns, modes, selected, hint, foreign, onClose }: Props) {
  const { t } = useTranslation(['transfer', 'screens']);
  const confirm = useConfirm();
  const [mode, setMode] = useState<ImportMode>(modes[0] ?? 'create');
  const [opened, setOpened] = useState<ImportRun>();
  const [looked, setLooked] = useState<{ file: RenderedFile; bytes: File }>();
  const start = (file: RenderedFile) => setOpened(openImport(mode, file));
  // Kept outside of the state: the dialog is not drawn differently because of it.
  const progress = useRef({ running: false, written: false });
  const close = async () => {
    const stop = () =>
      confirm({
        title: t('import.leaveTitle'),
        text: t('import.leaveText'),
        action: t('import.leave'),
        cancel: t('screens:form.stay'),
        danger: true,
      });
    if (!progress.current.running || (await stop())) onClose(progress.current.written);
  };
  return (
    <Dialog
      title={t('import.title', { nouns })}
      width={opened ? '80%' : 720}
      keeps="beside"
      onClose={() => void close()}
      className="s-import"
    >
      {opened ? (
        <ImportRunStep
          url={url}
          opened={opened}
          onProgress={(now) => {
            progress.current = { running: now.running, written: progress.current.written || now.written };
          }}
          onColumns={() => setOpened(undefined)}
          onBack={() => {
            setOpened(undefined);
            setLooked(undefined);
          }}
          onClose={() => void close()}
        />
      ) : looked ? (
        <ImportColumnsStep
          file={looked.file}
          onAgain={(columns) => readImport(url, looked.bytes, columns)}
          onBack={() => setLooked(undefined)}
          onDone={(file) => {
            setLooked({ file, bytes: looked.bytes });
            start(file);
          }}
        />
      ) : (
        <ImportFileStep
          url={url}
          nouns={nouns}
          modes={modes}
          mode={mode}
          onMode={setMode}
          selected={selected}
          hint={hint}
          foreign={foreign}
          onRead={(file, bytes) => {
            setLooked({ file, bytes });
            if (isColumnStep(file)) return;
            start(file);
          }}
        />
      )}
    </Dialog>
  );
}
