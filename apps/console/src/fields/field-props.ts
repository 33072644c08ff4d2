import type { FieldInfo } from '@postern/contract/metadata';
import type { ComponentType } from 'react';
import type { SearchOption } from '../screens/model/tag-search.ts';

export interface CellProps {
  value: unknown;
  info?: FieldInfo | undefined;
}

/** Props of every form input. `value` and `onChange` come from the form; the rest from metadata and the screen. */
export interface InputProps {
  id?: string;
  value?: unknown;
  onChange?: (value: unknown) => void;
  info: FieldInfo;
  disabled?: boolean | undefined;
  /** True when the object exists: secrets then start as "unchanged". */
  updating?: boolean;
  placeholder?: string;
  [extra: string]: unknown;
}

/** How a field is filtered by: values to pick from, or nothing for typed text. Undefined when it cannot be. */
export type FilterOf = (info: FieldInfo, words: { yes: string; no: string }) => Pick<SearchOption, 'choices'>;

export interface FieldKind {
  Cell: ComponentType<CellProps>;
  Input: ComponentType<InputProps>;
  Filter: FilterOf;
}
