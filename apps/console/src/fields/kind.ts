import type { FieldInfo } from '@postern/contract/metadata';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { Picked } from '../model/tag-search.ts';
import type { CellProps, InputProps } from './field-props.ts';
import type { Rule } from './rule.ts';

/** How a field is filtered by: values to pick from, their list, a day, or nothing of these for typed text. */
export type FilterOf = (info: FieldInfo, words: { yes: string; no: string }) => Picked;

/** A field kind, the console's half: `packages/resource/src/kinds/` has the other, under the same names. */
export interface FieldKind {
  /** The value in a list. */
  Cell: ComponentType<CellProps>;
  /** The value in a form. */
  Input: ComponentType<InputProps>;
  /** The value in the search of a list. */
  Filter: FilterOf;
  /** Pixels of a column where there is room, in proportion; 150 otherwise. */
  width?: number;
  /** Pixels of a column where there is little room; 96 otherwise. */
  least?: number;
  align?: 'end';
  /** The value where there is room for all of it, when that is another than its cell. */
  Fact?: ComponentType<CellProps>;
  /** The whole of a value that its cell shortens. */
  exact?: (value: string, language: string) => string;
  /** The value has no name to be called by: in words it is its JSON. */
  isJson?: true;
  /** Typed, not picked: it is checked when the field is left. */
  isTyped?: true;
  /** What every value of the kind has to be. */
  rules?: readonly Rule[];
  /** The value is many. */
  isMany?: true;
  /** Text that may be blank; of other kinds a blank is nothing. */
  keepsBlank?: true;
  /** The value as a form holds it, where the wire says more. */
  fromWire?: (value: unknown) => unknown;
  /** The value as a body holds it. */
  toWire?: (value: unknown) => unknown;
  /** True of a value that says nothing new, so that it is not sent. */
  isUnchanged?: (value: unknown) => boolean;
  /** The name of a copy, where the kind does not take every text. */
  copyName?: (name: string) => string;
}

export type KindOf = (type: string) => FieldKind;

/** An input that is loaded by the first form that has one: lists need cells and filters only. */
export const later = (load: () => Promise<ComponentType<InputProps>>): LazyExoticComponent<ComponentType<InputProps>> =>
  lazy(async () => ({ default: await load() }));

/** Filtered by what is typed. */
export const byText: FilterOf = () => ({});

/** Filtered by one of the choices, if the server names them. */
export const byChoice: FilterOf = (info) =>
  info.choices && info.choices.length > 0
    ? { choices: info.choices.map((choice) => ({ value: String(choice.value), label: choice.label })) }
    : {};

/** Filtered by any of several choices. */
export const bySeveral: FilterOf = (info, words) => ({ ...byChoice(info, words), several: true });

/** Filtered by a day. */
export const byDay: FilterOf = () => ({ date: true });
