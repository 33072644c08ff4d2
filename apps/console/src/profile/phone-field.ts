import type { FieldInfo } from '@postern/contract/metadata';
import type { Phone } from '../fields/PhoneInput.tsx';

/** The profile form knows its fields by name (docs/wire/users.md#the-own-profile), not by metadata. */
export const PHONE_INFO: FieldInfo = { type: 'string', required: false, read_only: false, write_only: false, label: '' };

/** The wire form of a phone: code and number joined, or empty. */
export function phoneBody(phone: Phone | undefined): string {
  const number = phone?.phone.replaceAll(/\D/g, '') ?? '';
  return phone && number ? phone.code + number : '';
}
