import { addressOf } from '@postern/client/api';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../fields/field-props.ts';
import { AssetsSelect } from './AssetsSelect.tsx';
import { isGateway } from './asset-kinds.ts';

/** The assets of a domain. `within` narrows list and tree. */
export function AssetsInput({ within, ...input }: InputProps & { within?: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('assets');
  return (
    <AssetsSelect
      {...input}
      url={addressOf('assets', 'list', within)}
      title={t('domain.addAssets')}
      verb={t('domain.addAssets')}
      narrow={within}
      canSelect={(asset) => !isGateway(asset)}
    />
  );
}
