import { InvalidInput } from '@postern/contract/errors';
import { z } from 'zod';

/** Parameters that a job asks for when it is run (docs/wire/jobs.md#parameters). */

const MOST = 20;
const MAX_VALUE = 1024;

const option = z.object({ label: z.string().max(128), value: z.string().max(MAX_VALUE) });
const definition = z.object({
  label: z.string().max(128).default(''),
  type: z.enum(['text', 'number', 'select']).default('text'),
  default: z.string().max(MAX_VALUE).default(''),
  required: z.boolean().default(false),
  options: z.array(option).max(100).default([]),
});
const definitions = z.record(z.string().regex(/^[a-z_][a-z0-9_]{0,63}$/i), definition);
export type Definitions = z.infer<typeof definitions>;

const parsed = (given: unknown): Definitions | undefined => {
  let value = given;
  if (typeof given === 'string') {
    try {
      value = JSON.parse(given || '{}');
    } catch {
      return undefined;
    }
  }
  const read = definitions.safeParse(value ?? {});
  return read.success && Object.keys(read.data).length <= MOST ? read.data : undefined;
};

/** Reads definitions, which clients send as an object or as the text of one. @throws InvalidInput under `parameters_define` */
export function readDefinitions(given: unknown): Definitions {
  const found = parsed(given);
  if (!found) throw InvalidInput.on('parameters_define', 'invalid_parameters', { count: MOST });
  return found;
}

/**
 * The values of a run: given ones, else defaults. What is not defined is passed over.
 * @throws InvalidInput under `parameters` for one that is missing, no number, or no choice
 */
export function readParameters(defined: unknown, given: unknown): Record<string, string> {
  let values: unknown = given;
  if (typeof given === 'string') {
    try {
      values = JSON.parse(given || '{}');
    } catch {
      throw InvalidInput.on('parameters', 'invalid_json');
    }
  }
  const chosen = z.record(z.string(), z.union([z.string().max(MAX_VALUE), z.number(), z.boolean()])).safeParse(values ?? {});
  if (!chosen.success) throw InvalidInput.on('parameters', 'invalid_values');
  const out: Record<string, string> = {};
  for (const [name, { type, required, options, default: otherwise }] of Object.entries(parsed(defined) ?? {})) {
    const value = String(chosen.data[name] ?? otherwise);
    if (value === '' && required) throw InvalidInput.on('parameters', 'required', { name });
    if (value !== '' && type === 'number' && !/^-?\d+(\.\d+)?$/.test(value)) throw InvalidInput.on('parameters', 'invalid_number');
    if (value !== '' && type === 'select' && !options.some((one) => one.value === value))
      throw InvalidInput.on('parameters', 'invalid_choice', { value });
    out[name.toLowerCase()] = value;
  }
  return out;
}
