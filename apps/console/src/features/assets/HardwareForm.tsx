import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { RESOURCES } from '../resources.ts';
import { localInfo } from '../shared-fields.ts';
import { HARDWARE } from './hardware.ts';

/** Hardware of a host, written down by hand (docs/behaviour/assets.md#hardware). */
export function HardwareForm() {
  const { t } = useTranslation(['features', 'assets']);
  const { id } = useParams();
  const children = Object.fromEntries(
    HARDWARE.map((name) => [name, localInfo(t(`assets:hardwareField.${name}`), 'string', { max_length: 128 })]),
  );
  return (
    <ResourceForm
      definition={{
        resource: { ...RESOURCES.host, path: RESOURCES.asset.path },
        id,
        partial: true,
        groups: [
          { title: t('assets.basic'), fields: ['name', 'address'] },
          { title: t('assets:hardware'), fields: ['gathered_info'] },
        ],
        fields: { gathered_info: { info: { ...localInfo(t('assets:hardware'), 'nested object'), children } } },
        next: () => RESOURCES.asset.path,
      }}
    />
  );
}
