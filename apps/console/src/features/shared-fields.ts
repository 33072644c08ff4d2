import type { FieldInfo } from '@postern/contract/metadata';
import type { FieldSpec } from '../screens/form/form-definition.ts';

/** Metadata of a field that only steers a form. */
export const localInfo = (label: string, type: FieldInfo['type'] = 'string', rest: Partial<FieldInfo> = {}): FieldInfo => ({
  type,
  label,
  required: false,
  read_only: false,
  write_only: false,
  ...rest,
});

/** A switch of the form's own, never sent. */
export const localSwitch = (label: string): FieldSpec => ({ local: true, info: localInfo(label, 'boolean', { default: false }) });
