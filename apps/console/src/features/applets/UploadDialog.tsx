import './applets.css';
import { toast } from '@postern/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Upload } from 'antd';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../fields/Dialog.tsx';
import { UploadProgress, useUpload } from '../../screens/transfer/useUpload.tsx';
import { useCan } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { useRefusals } from '../../session/useRefusals.ts';
import { MOST_BYTES } from './applets.ts';
import { PackageFacts, type Understood } from './PackageFacts.tsx';

interface Chosen {
  file: File;
  found: Understood;
}

/** From a package to an application: it is chosen, looked at, and only then taken in. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['applets', 'transfer']);
  const { unless, without } = useRefusals();
  const queries = useQueryClient();
  const mayReplace = useCan('terminal.change_applet');
  const { problem, check, sent, busy, send } = useUpload('.zip', MOST_BYTES);
  const [chosen, setChosen] = useState<Chosen>();

  const look = async (file: File) => {
    setChosen(undefined);
    if (!check(file)) return;
    const found = await send(file, 'file', client.applets.preview);
    if (found) setChosen({ file, found });
  };
  const take = async ({ file, found }: Chosen) => {
    const query = found.replaces ? { update: found.replaces.sha256 } : {};
    const made = await send(file, 'file', (form, options) => client.applets.upload(form, { ...options, query }));
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
            refused: !!replaces && (unless(!replaces.same, 'refused:same') || without('terminal.change_applet')),
          }
        : {})}
    >
      <div className="s-transfer">
        {problem !== '' && <Alert type="error" showIcon title={problem} />}
        {sent !== undefined && <UploadProgress share={sent} />}
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
