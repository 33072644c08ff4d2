import type { FieldInfo } from '@postern/contract/metadata';
import type { NestedErrors } from '../model/nested.ts';

export interface CellProps {
  value: unknown;
  info?: FieldInfo | undefined;
}

/** Props of every form input. `value` and `onChange` come from the form; the rest from metadata and the screen. */
export interface InputProps {
  id?: string | undefined;
  value?: unknown;
  onChange?: ((value: unknown) => void) | undefined;
  info: FieldInfo;
  disabled?: boolean | undefined;
  /** True when the object exists: secrets then start as "unchanged". */
  updating?: boolean | undefined;
  placeholder?: string | undefined;
  /** There is room for several lines: in a form of its own, not in a row or a dialog. */
  roomy?: boolean | undefined;
  /** Errors of the fields below this one: of a nested object, or of the rows of a list. */
  errors?: NestedErrors | undefined;
  [extra: string]: unknown;
}

/** What ties a control to its label, its help and its error: to be put on the element that takes the focus. */
export function controlProps({ id, disabled, ...rest }: InputProps): Record<string, unknown> & { disabled: boolean | undefined } {
  const aria = Object.entries(rest).filter(([name]) => name.startsWith('aria-'));
  return { ...(id === undefined ? {} : { id }), disabled, ...Object.fromEntries(aria) };
}
