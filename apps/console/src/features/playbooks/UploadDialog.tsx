import './playbooks.css';
import { toast } from '@postern/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Upload } from 'antd';
import { FileArchive, FileUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../fields/Dialog.tsx';
import { type Row, titleOf } from '../../model/resource.ts';
import { UploadProgress, useUpload } from '../../screens/transfer/useUpload.tsx';
import { collectionAt } from '../../session/http.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { RESOURCES } from '../resources.ts';

/** What a playbook holds at most; packed it is no larger. */
const MOST_BYTES = 10 * 1024 * 1024;

/** An archive becomes a playbook, called after its file. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('playbooks');
  const unless = useUnless();
  const queries = useQueryClient();
  const { problem, check, sent, busy, send } = useUpload('.zip', MOST_BYTES);
  const [file, setFile] = useState<File>();
  const take = async (chosen: File) => {
    const made = await send(chosen, 'path', (form, options) => collectionAt<Row, FormData>(RESOURCES.playbook.url).create(form, options));
    if (!made) return;
    await queries.invalidateQueries({ queryKey: ['list'] });
    toast.success(t('upload.done', { name: titleOf(made) }));
    onClose();
  };
  return (
    <Dialog
      title={t('list.upload')}
      width={720}
      verb={t('upload.verb')}
      run={() => file && take(file)}
      busy={busy}
      refused={unless(file !== undefined, 'refused:noFile')}
      keeps={file !== undefined}
      onClose={() => !busy && onClose()}
    >
      <div className="s-transfer">
        {problem !== '' && <Alert type="error" showIcon role="alert" title={problem} />}
        {sent !== undefined && <UploadProgress share={sent} />}
        <Upload.Dragger
          accept=".zip"
          multiple={false}
          showUploadList={false}
          disabled={busy}
          beforeUpload={(chosen) => {
            setFile(check(chosen) ? chosen : undefined);
            return Upload.LIST_IGNORE;
          }}
        >
          <span className="s-drop">
            {file ? <FileArchive size={20} aria-hidden="true" /> : <FileUp size={20} aria-hidden="true" />}
            <span translate={file ? 'no' : 'yes'}>{file ? file.name : t('upload.drop')}</span>
            <span className="s-note">{t('upload.limits')}</span>
          </span>
        </Upload.Dragger>
        <ArchiveHint />
      </div>
    </Dialog>
  );
}

/** What the archive is to hold. */
function ArchiveHint() {
  const { t } = useTranslation('playbooks');
  const rows: readonly (readonly [string, string])[] = [
    ['main.yml', t('upload.hint.main')],
    ['set_env.yml', t('upload.hint.more')],
    ['roles/', t('upload.hint.roles')],
    ['vars/', t('upload.hint.vars')],
  ];
  return (
    <section aria-label={t('upload.hint.title')}>
      <p className="s-note">{t('upload.hint.title')}</p>
      <dl className="pb-hint">
        {rows.map(([name, words]) => (
          <div key={name}>
            <dt className="p-mono" translate="no">
              {name}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
