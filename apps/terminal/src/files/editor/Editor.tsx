import { Button, toast, useConfirm } from '@postern/ui';
import { Alert } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../shell/Dialog.tsx';
import { useTranslate } from '../../shell/language.tsx';
import { refusedWords } from '../../shell/refused.ts';
import { errorLine } from '../failures.ts';
import { visibleName } from '../names.ts';
import type { SftpClient } from '../sftp/client.ts';
import { nameOf, parentOf } from '../sftp/paths.ts';
import { fileWords } from '../words.ts';
import { type DiffLine, diffLines } from './diff.ts';
import { isUnchanged, readText, type TextFile, writeText } from './text-file.ts';

interface EditorProps {
  client: SftpClient | null;
  file: TextFile;
  onSaved: () => void;
  onClose: () => void;
}

const SIGNS = { same: ' ', removed: '−', added: '+', gap: '⋯' } as const satisfies Record<DiffLine['kind'], string>;

/** Edits a small text. What changes is shown before it is saved, and nothing that others wrote meanwhile is undone unasked. */
export function Editor({ client, file, onSaved, onClose }: EditorProps) {
  const t = useTranslate();
  const confirm = useConfirm();
  const [read, setRead] = useState(file);
  const [text, setText] = useState(file.text);
  const [diff, setDiff] = useState<readonly DiffLine[] | null>(null);
  const [changed, setChanged] = useState(false);
  const [busy, setBusy] = useState(false);
  const name = visibleName(nameOf(file.path));
  const dirty = text !== read.text;

  const attempt = async (work: (over: SftpClient) => Promise<void>): Promise<void> => {
    if (!client) {
      toast.error(t(fileWords.lost));
      return;
    }
    setBusy(true);
    await work(client)
      .catch((error: unknown) => toast.error(errorLine(t, error)))
      .finally(() => setBusy(false));
  };
  const save = (anyway: boolean) =>
    attempt(async (over) => {
      if (!anyway && !(await isUnchanged(over, read))) {
        setChanged(true);
        return;
      }
      await writeText(over, read, text);
      toast.success(t(fileWords.saved, { name }));
      onSaved();
      onClose();
    });
  const readAgain = () =>
    attempt(async (over) => {
      setRead(await readText(over, parentOf(read.path), nameOf(read.path)));
      setChanged(false);
      setDiff(null);
    });
  const close = async (): Promise<void> => {
    const agreed =
      !dirty ||
      (await confirm({ title: t(fileWords.leaveTitle), action: t(fileWords.leave), cancel: t(fileWords.backToText), danger: true }));
    if (agreed) onClose();
  };

  const reviewing = diff !== null;
  return (
    <Dialog
      keeps="beside"
      width="min(960px, 96vw)"
      title={t(fileWords.editing, { name })}
      onClose={() => void close()}
      footer={
        reviewing
          ? [
              <Button key="back" onClick={() => setDiff(null)}>
                {t(fileWords.backToText)}
              </Button>,
              changed ? (
                <Button key="again" onClick={() => void readAgain()} loading={busy}>
                  {t(fileWords.readAgain)}
                </Button>
              ) : null,
              <Button key="save" type="primary" danger={changed} loading={busy} onClick={() => void save(changed)}>
                {t(changed ? fileWords.overwrite : fileWords.saveChanges)}
              </Button>,
            ]
          : [
              <Button
                key="review"
                type="primary"
                refused={!dirty && t(refusedWords.unchanged)}
                onClick={() => setDiff(diffLines(read.text, text))}
              >
                {t(fileWords.review)}
              </Button>,
            ]
      }
    >
      {changed && reviewing ? <Alert type="warning" showIcon title={t(fileWords.changedMeanwhile)} className="pf-alert" /> : null}
      {reviewing ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys have to reach it
        <section className="pf-diff p-mono" aria-label={t(fileWords.review)} tabIndex={0}>
          {diff.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
            <div key={at} className={`pf-diff-line pf-diff-line--${line.kind}`}>
              <span className="pf-diff-number">{line.before ?? ''}</span>
              <span className="pf-diff-number">{line.after ?? ''}</span>
              <span aria-hidden="true">{SIGNS[line.kind]}</span>
              <span className="pf-diff-text">{visibleName(line.text.replaceAll('\t', '    '))}</span>
            </div>
          ))}
        </section>
      ) : (
        <textarea
          className="p-box pf-text p-mono"
          autoFocus
          aria-label={t(fileWords.contents)}
          value={text}
          spellCheck={false}
          wrap="off"
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </Dialog>
  );
}
