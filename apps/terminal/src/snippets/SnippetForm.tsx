import { toast } from '@postern/ui';
import { Form, Input, Switch } from 'antd';
import { useState } from 'react';
import { Dialog } from '../shell/Dialog.tsx';
import { failureText } from '../shell/failure.ts';
import { useTranslate } from '../shell/language.tsx';
import { refusedWords } from '../shell/refused.ts';
import { shellWords } from '../shell/words.ts';
import type { Snippet, SnippetBody } from '../transport/api.ts';
import { snippetWords } from './words.ts';

export const NAME_MAX = 128;
export const COMMAND_MAX = 8192;

interface SnippetFormProps {
  /** Absent for a new one. */
  snippet?: Snippet;
  onClose: () => void;
  onSave: (body: SnippetBody) => Promise<unknown>;
}

/** Makes or changes a kept command. */
export function SnippetForm({ snippet, onClose, onSave }: SnippetFormProps) {
  const t = useTranslate();
  const [draft, setDraft] = useState<SnippetBody>({
    name: snippet?.name ?? '',
    args: snippet?.args ?? '',
    is_shared: snippet?.is_shared ?? false,
  });
  const [saving, setSaving] = useState(false);
  const change = (patch: Partial<SnippetBody>): void => setDraft((now) => ({ ...now, ...patch }));
  const ready = draft.name.trim() !== '' && draft.args.trim() !== '';
  const save = async (): Promise<void> => {
    if (!ready || saving) return;
    setSaving(true);
    try {
      await onSave({ ...draft, name: draft.name.trim() });
      onClose();
    } catch (error) {
      toast.error(failureText(error, t));
      setSaving(false);
    }
  };
  return (
    <Dialog
      keeps
      width={480}
      title={snippet ? t(snippetWords.edit, { name: snippet.name }) : t(snippetWords.add)}
      verb={t(shellWords.save)}
      busy={saving}
      refused={!ready && t(refusedWords.blanks)}
      run={save}
      onClose={onClose}
    >
      <Form layout="vertical" onFinish={() => void save()}>
        <Form.Item label={t(snippetWords.name)} htmlFor="snippet-name">
          <Input
            id="snippet-name"
            autoFocus
            maxLength={NAME_MAX}
            value={draft.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        </Form.Item>
        <Form.Item label={t(snippetWords.command)} htmlFor="snippet-command" extra={t(snippetWords.commandHelp)}>
          <Input.TextArea
            id="snippet-command"
            className="p-mono"
            autoSize={{ minRows: 3, maxRows: 12 }}
            spellCheck={false}
            maxLength={COMMAND_MAX}
            value={draft.args}
            onChange={({ target }) => change({ args: target.value })}
          />
        </Form.Item>
        <label className="pt-switch" htmlFor="snippet-shared">
          <span>
            {t(snippetWords.share)}
            <small>{t(snippetWords.shareHelp)}</small>
          </span>
          <Switch id="snippet-shared" size="small" checked={draft.is_shared} onChange={(value) => change({ is_shared: value })} />
        </label>
      </Form>
    </Dialog>
  );
}
