import { useTranslation } from 'react-i18next';
import { FormPage } from '../../screens/page/FormPage.tsx';
import { AssetsInput } from '../assets/AssetsInput.tsx';
import { RESOURCES } from '../resources.ts';
import { WarningInput } from './WarningInput.tsx';

export function LabelForm() {
  const { t } = useTranslation('assets');
  return (
    <FormPage
      resource={RESOURCES.label}
      groups={[
        { title: t('label.basic'), fields: ['name', 'value', 'assets', 'comment'] },
        { title: t('label.mark'), purpose: t('label.markPurpose'), fields: ['color', 'warning'] },
      ]}
      fields={{
        name: { rules: ['noEmoji'] },
        value: { rules: ['noEmoji'] },
        assets: { Input: AssetsInput },
        warning: { Input: WarningInput, props: ({ name, value, color }) => ({ label: { name, value, color } }) },
      }}
      initial={{ assets: [] }}
      // A label that is there already is told of name and value together.
      errorAlias={{ non_field_errors: 'value' }}
      link={false}
    />
  );
}
