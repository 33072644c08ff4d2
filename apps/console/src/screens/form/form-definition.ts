import type { FieldInfo } from '@postern/contract/metadata';
import type { ComponentType, ReactNode } from 'react';
import type { InputProps } from '../../fields/field-props.ts';
import type { Rule } from '../../fields/rule.ts';
import type { WidgetName } from '../../fields/widgets.ts';
import type { Resource } from '../../model/resource.ts';
import type { Values } from '../../model/values.ts';
import type { Condition } from './condition.ts';

export type FormMode = 'create' | 'update';

/** What a screen says about one field beyond its metadata. */
export interface FieldSpec {
  label?: string;
  help?: ReactNode;
  /** A widget by name, instead of the input of the field's type. */
  widget?: WidgetName;
  /** An input of the screen's own. */
  Input?: ComponentType<InputProps>;
  /** Extra props of the input. */
  props?: Values | ((values: Values) => Values);
  required?: boolean;
  /** A function is asked about the object as it was loaded; undefined while there is none. */
  disabled?: boolean | ((object: Values | undefined) => boolean);
  /** An icon behind the label that says more than fits below the field. */
  tip?: ReactNode;
  /** Shown only then, as data; a function where data cannot say it. A hidden value is still sent (docs/behaviour/forms.md#hidden-fields). */
  shown?: Condition | ((values: Values, mode: FormMode) => boolean);
  /** A hidden value stays here instead, because it would mean something to the server. */
  dropHidden?: boolean;
  /** Part of the form in this mode only; in the other it is neither shown nor sent. */
  only?: FormMode;
  /** False for somebody without the right to set it: neither shown nor sent. */
  has?: boolean;
  /** Shown as it is, with a button to copy it; not sent. */
  readOnly?: boolean;
  /** Rules (docs/behaviour/forms.md#validation) beyond those of the metadata. */
  rules?: readonly Rule[];
  /** A problem with the value, in words. */
  check?: (value: unknown, values: Values) => string | undefined;
  /** Metadata of fields the server does not describe, such as a check box that only steers the form. */
  info?: FieldInfo;
  /** Steers the form and is not sent. */
  local?: boolean;
}

export interface FieldGroup {
  title: string;
  purpose?: string;
  fields: readonly string[];
}

/** A form that is not saved yet. */
export interface DraftForm {
  /** What saving would send, secrets left out; undefined when a field is wrong, which is shown at the field. */
  body: () => Promise<Values | undefined>;
  /** Shows a refusal of the server where saving would show it. */
  refuse: (error: unknown) => void;
}

export interface FormDefinition {
  resource: Resource;
  /** Submit URL, when it is not the resource's. */
  url?: string;
  /** Metadata of another URL, for submit URLs that describe nothing. */
  metadataUrl?: string;
  id?: string | undefined;
  /** Without any, every field of the metadata stands in one. */
  groups?: readonly FieldGroup[];
  /** Said above the form of a loaded object. */
  notice?: (object: Values) => string | undefined;
  /** Said above the form, whatever it is about: what saving it will do. */
  hint?: string | undefined;
  fields?: Readonly<Record<string, FieldSpec>>;
  /** Values of a new object, over the metadata's defaults. */
  initial?: Values;
  /** Last change to what is sent. */
  prepare?: (values: Values, mode: FormMode) => Values | Promise<Values>;
  /** First change to what was loaded. */
  load?: (object: Values, mode: FormMode, cloning: boolean) => Values;
  /** What follows from a change by hand, such as a username from a name. Values it gives do not count as touched. */
  follow?: (changed: Values, form: { values: Values; touched: (name: string) => boolean }) => Values;
  /** Sends the body instead of the form; undefined when the screen shows the answer itself and the form stays as it is. */
  send?: (body: Values | FormData, mode: FormMode) => Promise<Values | undefined>;
  /** Sends what the form sends, asking whoever sits there for a proof where the server wants one. */
  proved?: <T>(send: () => Promise<T>) => Promise<T>;
  /** Encrypted for the way; `password`, `token` and `private_key` by default (docs/behaviour/forms.md#secrets). */
  secrets?: readonly string[];
  /** Server fields whose errors another field shows. */
  errorAlias?: Readonly<Record<string, string>>;
  /** Where its list is, when that is no page of the resource's own; the way back from a form that was opened by a link. */
  listTo?: string;
  /** Where to go after saving; the list by default. */
  next?: (saved: Values, mode: FormMode) => string;
  saveAndAdd?: boolean;
  /** What the button does that sends the form, where that is not saving. */
  verb?: string;
  /** Page of what was saved, for the message that says so; by default its detail page, false when there is none. */
  link?: false | ((saved: Values) => string);
  title?: string;
  /** For forms inside a dialog: called instead of going anywhere. */
  onSaved?: (saved: Values) => void;
  /** Said above the buttons of what is typed. */
  note?: (values: Values) => ReactNode;
  /** Asked before anything is sent; false leaves the form as it is. `stored` is the object as it was loaded. */
  before?: (body: Values, stored: Values | undefined) => Promise<boolean>;
  /** Extra buttons before Save; those that look at what is typed get it as it would be sent. */
  actions?: ReactNode | ((draft: DraftForm) => ReactNode);
  /** PATCH instead of PUT. */
  partial?: boolean;
}
