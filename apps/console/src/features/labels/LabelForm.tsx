import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { AssetsInput } from '../assets/AssetsInput.tsx';
import { RESOURCES } from '../resources.ts';

export function LabelForm() {
  const { t } = useTranslation('assets');
  const { id } = useParams();
  return (
    <ResourceForm
      definition={{
        resource: RESOURCES.label,
        id,
        groups: [{ title: t('label.basic'), fields: ['name', 'value', 'assets', 'comment'] }],
        fields: { name: { rules: ['noEmoji'] }, value: { rules: ['noEmoji'] }, assets: { Input: AssetsInput } },
        initial: { assets: [] },
        // A label that is there already is told of name and value together.
        errorAlias: { non_field_errors: 'value' },
        link: false,
      }}
    />
  );
}
