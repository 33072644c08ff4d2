import { useTranslation } from 'react-i18next';
import type { InputProps } from './field-props.ts';
import { isIpGroup } from './ip-group.ts';
import { TagInput } from './TagInput.tsx';

/** A list of `*`, addresses, networks and ranges (docs/behaviour/forms.md#address-groups). Emits a list; its form adds the rule `ipGroup`. */
export function IpGroupInput(props: InputProps) {
  const { t } = useTranslation('fields');
  return <TagInput {...props} good={isIpGroup} placeholder={props.placeholder ?? t('ip.placeholder')} />;
}

/** Labels written as `name:value`; its form adds the rule `label`. */
export function LabelInput(props: InputProps) {
  const { t } = useTranslation('fields');
  return <TagInput {...props} good={(word) => /^[^:]+:.+$/.test(word)} placeholder={props.placeholder ?? t('select.addLabel')} />;
}
