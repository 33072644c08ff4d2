import { StatusTag, Surface } from '@postern/ui';
import { Alert, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HeadedTable } from '../../../fields/HeadedTable.tsx';
import { showError } from '../../../session/errors.ts';

export interface Tested {
  ok: boolean;
  steps: readonly { step: string; ok: boolean; detail: string }[];
}

/** Looks at a place as it is saved, or as the caller says, and shows step by step how far that got. @param about what else the test wants to know */
export function SignOnTest({
  test,
  title,
  purpose,
  about,
}: {
  test: () => Promise<Tested>;
  title?: string;
  purpose?: string;
  about?: ReactNode;
}) {
  const { t } = useTranslation('settings');
  const [busy, setBusy] = useState(false);
  const [tested, setTested] = useState<Tested>();
  const run = async () => {
    setBusy(true);
    setTested(undefined);
    try {
      setTested(await test());
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Surface title={title ?? t('auth.test.title')} purpose={purpose ?? t('auth.test.purpose')}>
      {about}
      <Button loading={busy} onClick={() => void run()}>
        {t('auth.test.run')}
      </Button>
      {tested ? (
        <div className="set-tested" role="status">
          <Alert type={tested.ok ? 'success' : 'error'} showIcon title={t(tested.ok ? 'auth.test.ok' : 'auth.test.failed')} />
          <HeadedTable heads={[t('auth.test.step'), t('auth.test.result'), t('auth.test.detail')]}>
            {tested.steps.map(({ step, ok, detail }) => (
              <tr key={step}>
                <th scope="row">{step}</th>
                <td>
                  <StatusTag tone={ok ? 'success' : 'danger'}>{t(ok ? 'auth.test.reached' : 'auth.test.notReached')}</StatusTag>
                </td>
                <td className="set-tested__detail">{detail}</td>
              </tr>
            ))}
          </HeadedTable>
        </div>
      ) : null}
    </Surface>
  );
}
