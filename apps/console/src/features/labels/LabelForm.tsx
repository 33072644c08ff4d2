import { useTranslation } from 'react-i18next';
import { FormPage } from '../../screens/page/FormPage.tsx';
import { AssetsInput } from '../assets/AssetsInput.tsx';
import { RESOURCES } from '../resources.ts';

export function LabelForm() {
  const { t } = useTranslation('assets');
  return (
    <FormPage
      resource={RESOURCES.label}
      groups={[{ title: t('label.basic'), fields: ['name', 'value', 'assets', 'comment'] }]}
      fields={{ name: { rules: ['noEmoji'] }, value: { rules: ['noEmoji'] }, assets: { Input: AssetsInput } }}
      initial={{ assets: [] }}
      // A label that is there already is told of name and value together.
      errorAlias={{ non_field_errors: 'value' }}
      link={false}
    />
  );
}
