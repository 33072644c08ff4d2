import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../fields/field-props.ts';

/** Which of the two pages this is, and the way to the other. */
export interface Amount {
  many: boolean;
  onMany: (many: boolean) => void;
}

export function HowMany({ id, amount }: InputProps & { amount?: Amount }) {
  const { t } = useTranslation('machine');
  return (
    <Segmented
      {...(id === undefined ? {} : { id })}
      value={amount?.many ? 'many' : 'one'}
      aria-label={t('number')}
      options={[
        { value: 'one', label: t('one') },
        { value: 'many', label: t('many') },
      ]}
      onChange={(value) => amount?.onMany(value === 'many')}
    />
  );
}
