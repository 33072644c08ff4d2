import { type FieldKind, later } from './kind.ts';

type Widget = FieldKind['Input'];

/**
 * Inputs that a screen asks for by name (`FieldSpec.widget`), because the metadata cannot tell them from plainer ones. Each loads when
 * the first form that has it opens.
 */
export const WIDGETS = {
  /** A new password: rules (`policy`), strength, generator. */
  password: later(() => import('./PasswordInput.tsx').then((module) => module.PasswordInput)),
  /** One line that is never shown again. */
  secret: later(() => import('./SecretInput.tsx').then((module) => module.SecretInput)),
  /** Several lines, or read from a file. */
  secretText: later(() => import('./SecretInput.tsx').then((module) => module.SecretTextInput)),
  /** From a file only; `format: 'object'`, `fingerprint`. */
  keyFile: later(() => import('./KeyFileInput.tsx').then((module) => module.KeyFileInput)),
  /** `accept` names the endings. */
  file: later(() => import('./file/FileInput.tsx').then((module) => module.FileInput)),
  image: later(() => import('./image/ImageInput.tsx').then((module) => module.ImageInput)),
  phone: later(() => import('./PhoneInput.tsx').then((module) => module.PhoneInput)),
  /** Emits `YYYY-MM-DD`. */
  date: later(() => import('./date/DateInput.tsx').then((module) => module.DateInput)),
  /** Emits a pair of times. */
  dateRange: later(() => import('./DateRangeInput.tsx').then((module) => module.DateRangeInput)),
  /** Five parts, with the rule `cron`; `byServer`. */
  cron: later(() => import('./CronInput.tsx').then((module) => module.CronInput)),
  /** Hours, with the runs to come; `crontab` wins. */
  interval: later(() => import('./IntervalInput.tsx').then((module) => module.IntervalInput)),
  weekTime: later(() => import('./WeekTimeInput.tsx').then((module) => module.WeekTimeInput)),
  json: later(() => import('./json/JsonEditor.tsx').then((module) => module.JsonEditor)),
  /** Emits `{pk}`; `creatable` also `{name}`. */
  object: later(() => import('./related-inputs.tsx').then((module) => module.ObjectSelect)),
  newLabels: later(() => import('./related-inputs.tsx').then((module) => module.NewLabelSelect)),
  /** A tree of the metadata. */
  tree: later(() => import('./TreeSelectInput.tsx').then((module) => module.TreeSelectInput)),
  /** A tree on the server, such as the nodes of assets. */
  nodes: later(() => import('./TreeSelectInput.tsx').then((module) => module.NodeSelectInput)),
  cascader: later(() => import('./CascaderInput.tsx').then((module) => module.CascaderInput)),
  transfer: later(() => import('./TransferInput.tsx').then((module) => module.TransferInput)),
  /** `suggestions`. */
  tags: later(() => import('./TagInput.tsx').then((module) => module.TagInput)),
  /** With the rule `label`. */
  labels: later(() => import('./special-words.tsx').then((module) => module.LabelInput)),
  /** With the rule `ipGroup`. */
  ipGroup: later(() => import('./special-words.tsx').then((module) => module.IpGroupInput)),
  /** `offered` protocols; with the rules `onePrimary` and `port`. */
  protocols: later(() => import('./ProtocolListInput.tsx').then((module) => module.ProtocolListInput)),
  /** Rows of values or of nested objects, by the metadata of the list's elements. */
  rows: later(() => import('./ListOfFields.tsx').then((module) => module.ListOfFields)),
  /** All, these or by attribute: `url`, `attributes`. */
  many: later(() => import('./ManyInput.tsx').then((module) => module.ManyInput)),
  swap: later(() => import('./SwapInput.tsx').then((module) => module.SwapInput)),
} satisfies Readonly<Record<string, Widget>>;

export type WidgetName = keyof typeof WIDGETS;
