import { Button, type Why } from '@postern/ui';
import { Checkbox, Form, Input, type InputRef } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog } from '../../shell/Dialog.tsx';
import { useTranslate } from '../../shell/language.tsx';
import { refusedWords } from '../../shell/refused.ts';
import { shellWords } from '../../shell/words.ts';
import { errorLine } from '../failures.ts';
import { visibleName } from '../names.ts';
import type { Entry } from '../sftp/client.ts';
import { isName } from '../sftp/paths.ts';
import { fileWords } from '../words.ts';

interface AskProps {
  title: string;
  action: string;
  /** Resolves when it is done; the dialog stays, and says why, when it fails. */
  run: () => Promise<void>;
  /** Why it cannot be answered yet. */
  refused: Why;
  onClose: () => void;
  /** Id of the field to begin with. */
  first: string;
  children: ReactNode;
}

/** A question with a field or two. Enter answers it. */
function Ask({ title, action, run, refused, onClose, first, children }: AskProps) {
  const t = useTranslate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const submit = (): void => {
    if (refused || busy) return;
    setBusy(true);
    run().then(onClose, (failed: unknown) => {
      setBusy(false);
      setError(errorLine(t, failed));
    });
  };
  return (
    <Dialog
      keeps
      width={480}
      title={title}
      onClose={onClose}
      // While it opens, what was pressed behind it may take the focus back.
      afterOpenChange={(open) => open && document.getElementById(first)?.focus()}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t(shellWords.cancel)}
        </Button>,
        <Button key="ok" type="primary" refused={refused} loading={busy} onClick={submit}>
          {action}
        </Button>,
      ]}
    >
      <Form layout="vertical" onFinish={submit} requiredMark={false}>
        {children}
        {error ? (
          <p className="pf-problem" role="alert">
            {error}
          </p>
        ) : null}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </Form>
    </Dialog>
  );
}

interface NameDialogProps {
  title: string;
  action: string;
  initial: string;
  taken: ReadonlySet<string>;
  run: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for a name in this folder. */
export function NameDialog({ title, action, initial, taken, run, onClose }: NameDialogProps) {
  const t = useTranslate();
  const [name, setName] = useState(initial);
  const field = useRef<InputRef>(null);
  // Once, as the dialog opens, and not with a later focus: that may come when somebody is typing already.
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(0, initial.lastIndexOf('.') > 0 ? initial.lastIndexOf('.') : initial.length);
  }, [initial]);
  const problem = name !== initial && taken.has(name) ? fileWords.nameTaken : name !== '' && !isName(name) ? fileWords.nameBad : undefined;
  return (
    <Ask
      title={title}
      action={action}
      refused={problem ? t(problem) : name === '' ? t(refusedWords.empty) : name === initial && t(refusedWords.unchanged)}
      run={() => run(name)}
      onClose={onClose}
      first="pf-name"
    >
      <Form.Item
        label={t(fileWords.name)}
        htmlFor="pf-name"
        help={problem ? t(problem) : undefined}
        validateStatus={problem ? 'error' : ''}
      >
        <Input
          id="pf-name"
          ref={field}
          value={name}
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setName(event.target.value)}
        />
      </Form.Item>
    </Ask>
  );
}

const WHO = ['owner', 'group', 'others'] as const;
const WHAT = ['read', 'write', 'execute'] as const;
const OCTAL = /^[0-7]{3,4}$/;

/** Asks for a mode, as check boxes and as a number. */
export function ModeDialog({
  entries,
  run,
  onClose,
}: {
  entries: readonly Entry[];
  run: (mode: number) => Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslate();
  const [octal, setOctal] = useState(((entries[0]?.mode ?? 0) & 0o7777).toString(8).padStart(3, '0'));
  const valid = OCTAL.test(octal);
  const mode = valid ? Number.parseInt(octal, 8) : 0;
  const bitOf = (who: number, what: number): number => 0o400 >> (who * 3 + what);
  const names = entries.map(({ name }) => visibleName(name)).join(', ');
  return (
    <Ask
      title={t(fileWords.changeMode)}
      action={t(fileWords.apply)}
      refused={!valid && t(fileWords.octalBad)}
      run={() => run(mode)}
      onClose={onClose}
      first="pf-octal"
    >
      <p className="pf-names">{names}</p>
      <table className="pf-modes">
        <thead>
          <tr>
            <td />
            {WHAT.map((what) => (
              <th key={what} scope="col">
                {t(fileWords[what])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WHO.map((who, row) => (
            <tr key={who}>
              <th scope="row">{t(fileWords[who])}</th>
              {WHAT.map((what, column) => (
                <td key={what}>
                  <Checkbox
                    aria-label={`${t(fileWords[who])}: ${t(fileWords[what])}`}
                    checked={(mode & bitOf(row, column)) !== 0}
                    disabled={!valid}
                    onChange={() => setOctal((mode ^ bitOf(row, column)).toString(8).padStart(3, '0'))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Form.Item
        label={t(fileWords.octal)}
        htmlFor="pf-octal"
        help={valid ? undefined : t(fileWords.octalBad)}
        validateStatus={valid ? '' : 'error'}
      >
        <Input id="pf-octal" className="pf-octal p-mono" value={octal} maxLength={4} onChange={(event) => setOctal(event.target.value)} />
      </Form.Item>
    </Ask>
  );
}
