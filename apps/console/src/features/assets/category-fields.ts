import type { FieldInfo } from '@postern/contract/metadata';
import type { Values } from '../../model/values.ts';
import type { Condition } from '../../screens/form/condition.ts';
import type { FieldSpec } from '../../screens/form/form-definition.ts';
import { localInfo } from '../shared-fields.ts';
import type { PlatformProtocol } from './protocols.ts';

/** A field that the instance of a custom platform asks for (docs/wire/assets.md#fields-of-custom-platforms). */
export interface CustomField {
  name: string;
  label: string;
  type: string;
  default: string | null;
  help_text?: string;
  choices?: unknown;
}

/** What a form needs to know of a platform. */
export interface Platform {
  id: number;
  name: string;
  category: { value: string };
  type: { value: string };
  domain_enabled: boolean;
  protocols: PlatformProtocol[];
  custom_fields?: CustomField[];
}

/** A card of a form that one category has beyond those of all assets. */
export interface CategoryGroup {
  /** Key of its title in the words of assets. */
  title: string;
  /** Before the accounts, or after them. */
  place: 'second' | 'third';
  fields: readonly string[];
}

export interface CategoryForm {
  /** Fields that follow the nodes. */
  basic?: readonly string[];
  group?: (platform: Platform) => CategoryGroup | undefined;
  fields?: (platform: Platform, t: (key: string) => string) => Readonly<Record<string, FieldSpec>>;
  initial?: (platform: Platform) => Values;
}

const BASIC: Condition = { field: 'autofill', is: 'basic' };
const TLS: Condition = { field: 'use_ssl', is: true };
const CERTIFICATE = '.pem,.crt,.cer,.key';

/** Databases that can be asked for TLS, and what each takes besides the authority’s certificate (docs/behaviour/assets.md#fields-of-categories). */
const TLS_FIELDS: Readonly<Record<string, readonly string[]>> = {
  redis: ['client_cert', 'client_key'],
  mongodb: ['client_key', 'allow_invalid_cert'],
};

const SELECTORS = ['username_selector', 'password_selector', 'submit_selector'];

/** Settings a platform's protocol brings along for the fields of the same name. */
const fromProtocol = (platform: Platform, protocol: string, names: readonly string[]): Values => {
  const setting = platform.protocols.find(({ name }) => name === protocol)?.setting ?? {};
  return Object.fromEntries(names.flatMap((name) => (name in setting ? [[name, setting[name]]] : [])));
};

/** What the forms of single categories have beyond the common fields: the only place that says so. */
export const CATEGORY_FORMS: Readonly<Record<string, CategoryForm>> = {
  database: {
    basic: ['db_name'],
    group: ({ type }) => {
      const more = TLS_FIELDS[type.value];
      return more && { title: 'security', place: 'third', fields: ['use_ssl', 'ca_cert', ...more] };
    },
    fields: () => ({
      ca_cert: { widget: 'keyFile', props: { accept: CERTIFICATE }, shown: TLS },
      client_cert: { widget: 'keyFile', props: { accept: CERTIFICATE }, shown: TLS },
      client_key: { widget: 'keyFile', props: { accept: CERTIFICATE }, shown: TLS },
      allow_invalid_cert: { shown: TLS },
    }),
  },
  web: {
    group: () => ({ title: 'selector', place: 'second', fields: ['autofill', ...SELECTORS, 'script'] }),
    fields: () => ({
      username_selector: { shown: BASIC },
      password_selector: { shown: BASIC },
      submit_selector: { shown: BASIC },
      script: { widget: 'json', shown: { field: 'autofill', is: 'script' } },
    }),
    initial: (platform) => fromProtocol(platform, 'http', ['autofill', ...SELECTORS, 'script']),
  },
  gpt: {
    group: () => ({ title: 'proxy', place: 'second', fields: ['proxy'] }),
    initial: () => ({ address: 'https://api.openai.com' }),
  },
  custom: {
    group: ({ custom_fields }) => (custom_fields?.length ? { title: 'customFields', place: 'second', fields: ['custom_info'] } : undefined),
    fields: ({ custom_fields = [] }, t) => ({
      custom_info: {
        info: {
          ...localInfo(t('assets:group.customFields'), 'nested object'),
          children: Object.fromEntries(custom_fields.map((field) => [field.name, infoOf(field)])),
        },
      },
    }),
    initial: ({ custom_fields = [] }) => ({
      custom_info: Object.fromEntries(custom_fields.flatMap((field) => (field.default ? [[field.name, startOf(field)]] : []))),
    }),
  },
};

const TYPES: Readonly<Record<string, FieldInfo['type']>> = { int: 'integer', bool: 'boolean', choice: 'choice', list: 'list' };
const LONGEST = 4096;

function choicesOf({ choices }: CustomField): { value: string; label: string }[] {
  const given = typeof choices === 'string' ? choices.split(',') : Array.isArray(choices) ? choices : [];
  return given.map((choice: unknown) => {
    const [value, label] = Array.isArray(choice)
      ? choice
      : typeof choice === 'object' && choice !== null
        ? [(choice as { value?: unknown }).value, (choice as { label?: unknown }).label]
        : [String(choice).trim(), undefined];
    return { value: String(value), label: String(label ?? value) };
  });
}

/** How a field of a custom platform is entered: without a default it is required. */
function infoOf(field: CustomField): FieldInfo {
  const type = TYPES[field.type] ?? 'string';
  return localInfo(field.label, type, {
    required: field.default === null && field.type !== 'bool',
    ...(field.help_text ? { help_text: field.help_text } : {}),
    ...(type === 'string' ? { max_length: LONGEST } : {}),
    ...(type === 'choice' ? { choices: choicesOf(field) } : {}),
  });
}

function startOf({ type, default: text }: CustomField): unknown {
  if (type === 'int') return Number(text);
  if (type === 'bool') return /^(1|true|yes|on)$/i.test(text ?? '');
  if (type === 'list') return (text ?? '').split(',').map((word) => word.trim());
  return text;
}
