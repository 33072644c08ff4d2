import './applets.css';
import '../../screens/transfer/transfer.css';
import { toast } from '@postern/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Upload } from 'antd';
import { FileUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../fields/Dialog.tsx';
import { useFileCheck } from '../../fields/file-parts.tsx';
import { useCan } from '../../session/auth.tsx';
import { errorMessage, isGivenUp } from '../../session/errors.ts';
import { client } from '../../session/http.ts';
import { MOST_BYTES } from './applets.ts';
import { PackageFacts, type Understood } from './PackageFacts.tsx';

/** A package over a slow line. */
const LONGEST_MS = 1_800_000;

interface Chosen {
  file: File;
  found: Understood;
}

const formOf = (file: File): FormData => {
  const form = new FormData();
  form.set('file', file);
  return form;
};

/** From a package to an application: it is chosen, looked at, and only then taken in. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['applets', 'transfer']);
  const queries = useQueryClient();
  const mayReplace = useCan('terminal.change_applet');
  const { problem, setProblem, check } = useFileCheck('.zip', MOST_BYTES);
  const [chosen, setChosen] = useState<Chosen>();
  const [sent, setSent] = useState<number>();
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);
  const busy = sent !== undefined;

  /** Sends the file, and shows how far it is. @returns undefined when it was refused */
  const send = async <T,>(file: File, call: (form: FormData, options: object) => Promise<T>): Promise<T | undefined> => {
    const way = new AbortController();
    under.current = way;
    setSent(0);
    const onSent = (gone: number) => setSent(Math.min(1, gone / file.size));
    try {
      return await call(formOf(file), { onSent, signal: way.signal, timeout: LONGEST_MS });
    } catch (error) {
      if (!isGivenUp(error)) setProblem(errorMessage(error));
      return undefined;
    } finally {
      setSent(undefined);
    }
  };
  const look = async (file: File) => {
    setChosen(undefined);
    if (!check(file)) return;
    const found = await send(file, client.applets.preview);
    if (found) setChosen({ file, found });
  };
  const take = async ({ file, found }: Chosen) => {
    const query = found.replaces ? { update: found.replaces.sha256 } : {};
    const made = await send(file, (form, options) => client.applets.upload(form, { ...options, query }));
    if (!made) {
      // What is there may be another one by now: it is looked at again.
      setChosen(undefined);
      return;
    }
    for (const shown of ['list', 'detail']) await queries.invalidateQueries({ queryKey: [shown] });
    toast.success(found.replaces ? t('upload.replaced', { name: made.display_name }) : t('upload.added', { name: made.display_name }));
    onClose();
  };

  const replaces = chosen?.found.replaces;
  return (
    <Dialog
      title={t('upload.title')}
      width={720}
      keeps={busy || chosen !== undefined}
      onClose={() => !busy && onClose()}
      {...(chosen
        ? {
            verb: replaces ? t('upload.replace', { version: replaces.version }) : t('upload.add'),
            run: () => take(chosen),
            busy,
            danger: replaces !== null && replaces !== undefined,
            disabled: replaces ? replaces.same || !mayReplace : false,
          }
        : {})}
    >
      <div className="s-transfer">
        {problem !== '' && <Alert type="error" showIcon title={problem} />}
        {busy && <Progress share={sent} />}
        {chosen ? (
          <PackageFacts found={chosen.found} mayReplace={mayReplace} />
        ) : (
          <Upload.Dragger
            accept=".zip"
            multiple={false}
            showUploadList={false}
            disabled={busy}
            beforeUpload={(file) => {
              void look(file);
              return Upload.LIST_IGNORE;
            }}
          >
            <span className="s-drop">
              <FileUp size={20} aria-hidden="true" />
              <span>{t('upload.drop')}</span>
              <span className="s-note">{t('upload.limits')}</span>
            </span>
          </Upload.Dragger>
        )}
      </div>
    </Dialog>
  );
}

/** How much has gone; once all has, the server reads it. */
function Progress({ share }: { share: number }) {
  const { t, i18n } = useTranslation('applets');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(share);
  return (
    <div className="applet-progress">
      <progress aria-label={t('upload.progress')} {...(share < 1 ? { value: share, max: 1 } : {})} />
      <span className="s-note" role="status">
        {share < 1 ? t('upload.sending', { percent }) : t('upload.reading')}
      </span>
    </div>
  );
}
