import { InvalidInput } from '@postern/contract/errors';
import { isRecord } from '@postern/contract/wire';
import type { CustomField } from '../platforms/index.ts';

const LONGEST = 4096;
const MOST = 200;

const choicesOf = ({ choices }: CustomField): string[] =>
  (typeof choices === 'string' ? choices.split(',') : Array.isArray(choices) ? choices : []).map((choice: unknown) => {
    const value = Array.isArray(choice)
      ? choice[0]
      : typeof choice === 'object' && choice !== null && 'value' in choice
        ? choice.value
        : choice;
    return String(value).trim();
  });

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST;

/** Whether a value is one of the field's type; every other type is text. */
const FITS: Readonly<Record<string, (value: unknown, field: CustomField) => boolean>> = {
  int: (value) => Number.isSafeInteger(value),
  bool: (value) => typeof value === 'boolean',
  choice: (value, field) => isText(value) && choicesOf(field).includes(value),
  list: (value) => Array.isArray(value) && value.length <= MOST && value.every(isText),
};

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * Values of an asset for the fields of its platform: required ones are there, each is of its type. Blank values of
 * optional fields and what the platform does not know are left out.
 * @throws InvalidInput under `custom_info`
 */
export function readCustomInfo(given: unknown, fields: readonly CustomField[]): Record<string, unknown> {
  if (!isRecord(given)) throw InvalidInput.on('custom_info', 'not_an_object');
  const kept: Record<string, unknown> = {};
  for (const field of fields) {
    const value = given[field.name];
    if (isBlank(value)) {
      if (field.default === null) throw InvalidInput.on('custom_info', 'custom_field_required', { name: field.name });
      continue;
    }
    if (!(FITS[field.type] ?? isText)(value, field)) throw InvalidInput.on('custom_info', 'custom_field_invalid', { name: field.name });
    kept[field.name] = value;
  }
  return kept;
}
