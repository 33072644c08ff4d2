/** Parameters that a job asks for when it is run (docs/wire/jobs.md#parameters). Pure. */

export const KINDS = ['text', 'number', 'select'] as const;
export type Kind = (typeof KINDS)[number];

/** Bounds of the server. */
export const MOST_PARAMETERS = 20;
export const MOST_OPTIONS = 100;
export const MOST_CHARACTERS = 1024;
const KEY = /^[a-z_][a-z0-9_]{0,63}$/i;

export interface Parameter {
  key: string;
  label: string;
  type: Kind;
  default: string;
  required: boolean;
  options: readonly { label: string; value: string }[];
}

export const BLANK: Parameter = { key: '', label: '', type: 'text', default: '', required: false, options: [] };

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Definitions of the wire, in their order. */
export const readDefinitions = (wire: unknown): Parameter[] =>
  Object.entries(isRecord(wire) ? wire : {}).map(([key, value]) => {
    const one = isRecord(value) ? value : {};
    return {
      key,
      label: textOf(one.label),
      type: KINDS.find((kind) => kind === one.type) ?? 'text',
      default: textOf(one.default),
      required: one.required === true,
      options: (Array.isArray(one.options) ? one.options : []).filter(isRecord).map(({ label, value }) => ({
        label: textOf(label) || textOf(value),
        value: textOf(value),
      })),
    };
  });

/** Values of a run by the names of what it was asked, which the wire holds in small letters. */
export const readValues = (definitions: unknown, values: unknown): Record<string, string> => {
  const given = isRecord(values) ? values : {};
  return Object.fromEntries(
    readDefinitions(definitions).map(({ key, default: otherwise }) => [key, textOf(given[key.toLowerCase()] ?? otherwise)]),
  );
};

export const wireDefinitions = (parameters: readonly Parameter[]): Record<string, Omit<Parameter, 'key'>> =>
  Object.fromEntries(parameters.map(({ key, options, ...rest }) => [key, { ...rest, options: rest.type === 'select' ? options : [] }]));

/** What is wrong with definitions: a word of `jobs:parameters.wrong.*`. */
export type Wrong = 'key' | 'twice' | 'options' | 'default';

export function wrongWith(parameters: readonly Parameter[]): Wrong | undefined {
  const keys = parameters.map(({ key }) => key.toLowerCase());
  if (parameters.some(({ key }) => !KEY.test(key))) return 'key';
  if (new Set(keys).size < keys.length) return 'twice';
  if (parameters.some(({ type, options }) => type === 'select' && options.length === 0)) return 'options';
  return parameters.some((one) => one.default !== '' && wrongValue({ ...one, required: false }, one.default)) ? 'default' : undefined;
}

/** What is wrong with a value that is given for a run: a word of `jobs:parameters.*`. */
export function wrongValue({ type, required, options }: Parameter, value: string): 'required' | 'number' | 'choice' | undefined {
  if (value === '') return required ? 'required' : undefined;
  if (type === 'number' && !/^-?\d+(\.\d+)?$/.test(value)) return 'number';
  return type === 'select' && !options.some((one) => one.value === value) ? 'choice' : undefined;
}

/** Options as they are written: one a line, `value` or `value = label`. */
export const writeOptions = (options: Parameter['options']): string =>
  options.map(({ label, value }) => (label === value ? value : `${value} = ${label}`)).join('\n');

export const readOptions = (text: string): Parameter['options'] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MOST_OPTIONS)
    .map((line) => {
      const [value = '', ...rest] = line.split(' = ');
      return { value: value.trim(), label: rest.join(' = ').trim() || value.trim() };
    });

/** Whether a job asks for something before it runs. One that says so and defines nothing just runs. */
export const asksFor = (job: Readonly<Record<string, unknown>>): Parameter[] =>
  job.use_parameter_define === true ? readDefinitions(job.parameters_define) : [];
