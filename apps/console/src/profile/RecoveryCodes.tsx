import { copyText } from '@postern/ui';
import { Alert, Button } from 'antd';
import { Copy, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../data/save-file.ts';
import { OnceDialog } from '../fields/Dialog.tsx';

/** Recovery codes, the one time they are shown: to copy, to keep as a file, to print. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('identity');
  const [copied, setCopied] = useState(false);
  const text = `${codes.join('\n')}\n`;
  return (
    <OnceDialog title={t('codes.title')} width={480} kept={t('codes.kept')} onClose={onClose}>
      <Alert type="warning" showIcon title={t('codes.once')} className="s-alert" />
      <ol className="recovery-codes p-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="recovery-codes__actions">
        <Button icon={<Copy size={14} />} onClick={() => void copyText(text).then(setCopied)}>
          {t(copied ? 'codes.copied' : 'codes.copy')}
        </Button>
        <Button icon={<Download size={14} />} onClick={() => saveFile('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}>
          {t('codes.download')}
        </Button>
        <Button icon={<Printer size={14} />} onClick={() => window.print()}>
          {t('codes.print')}
        </Button>
      </div>
    </OnceDialog>
  );
}
