import { CopyableText } from '@postern/ui';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { OnceDialog } from '../fields/Dialog.tsx';
import { SecretText } from '../screens/confirm/SecretText.tsx';
import './profile.css';

interface Props {
  title: string;
  /** What is said above it: it is shown once. */
  once: string;
  /** What it is called by, where it has a name. */
  name?: { label: string; value: string };
  /** `file`: what its download is called. */
  secret: { label?: string; value: string; file: string };
  onClose: () => void;
}

/** What was just made and opens something, the one time that its secret is there: an API key, a temporary password, a private token. */
export function MadeOnce({ title, once, name, secret, onClose }: Props) {
  const { t } = useTranslation('profile');
  const labels = { copy: t('shell:copy'), copied: t('shell:copied') };
  return (
    <OnceDialog title={title} width={520} kept={t('keys.kept')} onClose={onClose}>
      <Alert type="warning" showIcon title={once} className="s-alert" />
      <dl className="fresh-key">
        {name ? (
          <>
            <dt>{name.label}</dt>
            <dd>
              <CopyableText mono value={name.value} labels={labels} />
            </dd>
          </>
        ) : null}
        <dt>{secret.label ?? t('keys.secret')}</dt>
        <dd>
          <SecretText name={secret.file} secret={secret.value} />
        </dd>
      </dl>
    </OnceDialog>
  );
}
