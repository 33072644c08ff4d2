import { Cascader } from 'antd';
import { useTranslation } from 'react-i18next';
import { controlProps, type InputProps } from '../../fields/field-props.ts';
import { type AssetCategory, useAssetCategories } from '../assets/useAssetCategories.ts';

/** The way to each type through its category. Types that are no longer offered stand by themselves, so that saving keeps them. */
export const pathsOf = (types: readonly string[], categories: readonly AssetCategory[]): string[][] =>
  types.map((type) => {
    const category = categories.find((one) => one.types.some(({ value }) => value === type));
    return category ? [category.value, type] : [type];
  });

/** What a choice comes down to: a category stands for all its types. */
export const typesOf = (paths: readonly (readonly string[])[], categories: readonly AssetCategory[]): string[] => [
  ...new Set(
    paths.flatMap(([category, type]) => {
      if (type !== undefined) return [type];
      const whole = categories.find(({ value }) => value === category);
      return whole ? whole.types.map(({ value }) => value) : category === undefined ? [] : [category];
    }),
  ),
];

/** Types of assets, chosen through their categories. */
export function TypesInput({ value, onChange, info, ...rest }: InputProps) {
  const { t } = useTranslation('screens');
  const categories = useAssetCategories();
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <Cascader
      {...controlProps({ info, ...rest })}
      multiple
      options={(categories ?? []).map(({ value: category, label, types }) => ({
        value: category,
        label,
        children: types.map((type) => ({ value: type.value, label: type.label })),
      }))}
      loading={!categories}
      value={pathsOf(chosen, categories ?? [])}
      displayRender={(labels) => labels.at(-1)}
      showCheckedStrategy={Cascader.SHOW_CHILD}
      showSearch
      maxTagCount="responsive"
      aria-label={info.label}
      notFoundContent={t('select.none')}
      onChange={(paths) => onChange?.(typesOf(paths as string[][], categories ?? []))}
    />
  );
}
