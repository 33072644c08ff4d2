import { useTranslation } from 'react-i18next';
import { choiceValue } from '../../model/metadata.ts';
import { FormPage } from '../../screens/page/FormPage.tsx';
import { RESOURCES } from '../resources.ts';

/** Where a receiver is, how it is trusted, and what it is told. */
export function ReceiverForm() {
  const { t } = useTranslation('features');
  return (
    <FormPage
      resource={RESOURCES.auditReceiver}
      groups={[
        { title: t('receivers.where'), fields: ['name', 'type', 'address', 'token', 'ca'] },
        { title: t('receivers.what'), fields: ['events', 'is_active', 'comment'] },
      ]}
      fields={{
        token: { shown: ({ type }) => choiceValue(type) === 'https', dropHidden: true },
        ca: { shown: ({ type }) => choiceValue(type) !== 'file', dropHidden: true },
      }}
    />
  );
}
