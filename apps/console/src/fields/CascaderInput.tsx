import type { TreeChoice } from '@postern/contract/metadata';
import { Cascader } from 'antd';
import { useTranslation } from 'react-i18next';
import { choiceValue } from '../model/metadata.ts';
import { controlProps, type InputProps } from './field-props.ts';

interface Option {
  value: string;
  label: string;
  children?: Option[];
}
const optionOf = (choice: TreeChoice): Option => ({
  value: choice.value,
  label: choice.label,
  ...(choice.children && choice.children.length > 0 ? { children: choice.children.map(optionOf) } : {}),
});

/** The way to a value from the top; undefined when the choices do not have it. */
export function pathTo(value: string, choices: readonly TreeChoice[]): string[] | undefined {
  for (const choice of choices) {
    if (choice.value === value) return [value];
    const below = pathTo(value, choice.children ?? []);
    if (below) return [choice.value, ...below];
  }
  return undefined;
}

/** One leaf of a tree, picked level by level, such as a platform below its category. Emits the leaf. */
export function CascaderInput({ info, value, onChange, placeholder, ...rest }: InputProps) {
  const { t } = useTranslation('screens');
  const chosen = choiceValue(value);
  const path = typeof chosen === 'string' ? (pathTo(chosen, info.tree ?? []) ?? (chosen === '' ? undefined : [chosen])) : undefined;
  return (
    <Cascader
      {...controlProps({ info, ...rest })}
      options={(info.tree ?? []).map(optionOf)}
      value={path}
      allowClear={!info.required}
      placeholder={placeholder}
      showSearch
      aria-label={info.label}
      notFoundContent={t('select.none')}
      onChange={(next) => onChange?.(next?.at(-1) ?? null)}
    />
  );
}
