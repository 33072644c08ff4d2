import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { InputProps } from './field-props.ts';

type Widget = LazyExoticComponent<ComponentType<InputProps>>;

const passwords = () => import('./PasswordInput.tsx');
const secrets = () => import('./SecretInput.tsx');
const files = () => import('./file-inputs.tsx');
const times = () => import('./TimeInput.tsx');
const trees = () => import('./TreeSelectInput.tsx');
const related = () => import('./related-inputs.tsx');
const words = () => import('./special-words.tsx');

/**
 * Inputs that a screen asks for by name (`FieldSpec.widget`), because the metadata cannot tell them from plainer ones. Each loads when
 * the first form that has it opens.
 */
export const WIDGETS = {
  /** A new password: rules (`policy`), strength, generator. */
  password: lazy(() => passwords().then((module) => ({ default: module.PasswordInput }))),
  /** One line that is never shown again. */
  secret: lazy(() => secrets().then((module) => ({ default: module.SecretInput }))),
  /** Several lines, or read from a file. */
  secretText: lazy(() => secrets().then((module) => ({ default: module.SecretTextInput }))),
  /** From a file only; `format: 'object'`, `fingerprint`. */
  keyFile: lazy(() => files().then((module) => ({ default: module.KeyFileInput }))),
  /** `accept` names the endings. */
  file: lazy(() => files().then((module) => ({ default: module.FileInput }))),
  image: lazy(() => files().then((module) => ({ default: module.ImageInput }))),
  phone: lazy(() => import('./PhoneInput.tsx').then((module) => ({ default: module.PhoneInput }))),
  /** Emits `YYYY-MM-DD`. */
  date: lazy(() => times().then((module) => ({ default: module.DateInput }))),
  /** Emits a pair of times. */
  dateRange: lazy(() => times().then((module) => ({ default: module.DateRangeInput }))),
  /** Five parts, with the rule `cron`. */
  cron: lazy(() => import('./CronInput.tsx').then((module) => ({ default: module.CronInput }))),
  weekTime: lazy(() => import('./WeekTimeInput.tsx').then((module) => ({ default: module.WeekTimeInput }))),
  json: lazy(() => import('./JsonEditor.tsx').then((module) => ({ default: module.JsonEditor }))),
  /** Emits `{pk}`; `creatable` also `{name}`. */
  object: lazy(() => related().then((module) => ({ default: module.ObjectSelect }))),
  newLabels: lazy(() => related().then((module) => ({ default: module.NewLabelSelect }))),
  /** A tree of the metadata. */
  tree: lazy(() => trees().then((module) => ({ default: module.TreeSelectInput }))),
  /** A tree on the server, such as the nodes of assets. */
  nodes: lazy(() => trees().then((module) => ({ default: module.NodeSelectInput }))),
  cascader: lazy(() => import('./CascaderInput.tsx').then((module) => ({ default: module.CascaderInput }))),
  transfer: lazy(() => import('./TransferInput.tsx').then((module) => ({ default: module.TransferInput }))),
  /** `suggestions`. */
  tags: lazy(() => import('./TagInput.tsx').then((module) => ({ default: module.TagInput }))),
  /** With the rule `label`. */
  labels: lazy(() => words().then((module) => ({ default: module.LabelInput }))),
  /** With the rule `ipGroup`. */
  ipGroup: lazy(() => words().then((module) => ({ default: module.IpGroupInput }))),
  /** `offered` protocols; with the rules `onePrimary` and `port`. */
  protocols: lazy(() => import('./ProtocolListInput.tsx').then((module) => ({ default: module.ProtocolListInput }))),
  /** Rows of values or of nested objects, by the metadata of the list's elements. */
  rows: lazy(() => import('./ListOfFields.tsx').then((module) => ({ default: module.ListOfFields }))),
  /** All, these or by attribute: `url`, `attributes`. */
  many: lazy(() => import('./ManyInput.tsx').then((module) => ({ default: module.ManyInput }))),
  swap: lazy(() => import('./SwapInput.tsx').then((module) => ({ default: module.SwapInput }))),
} satisfies Readonly<Record<string, Widget>>;

export type WidgetName = keyof typeof WIDGETS;
