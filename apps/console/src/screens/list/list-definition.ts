import type { FieldInfo } from '@postern/contract/metadata';
import type { ImportMode } from '@postern/contract/transfer';
import type { Why } from '@postern/ui';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import type { Question } from '../../data/useRunAction.ts';
import type { InputProps } from '../../fields/field-props.ts';
import type { ColumnChoice } from '../../model/metadata.ts';
import type { Resource, Row } from '../../model/resource.ts';
import type { SearchOption } from '../../model/tag-search.ts';
import type { Next } from '../page/NextStep.tsx';

/** What is different about importing and exporting a list. */
export interface TransferDefinition {
  /** Modes that are offered of those the person has the right to. */
  modes?: readonly ImportMode[];
  /** Said at the top of the import dialog. */
  importHint?: string;
  /** Endings of files of other programs that the server makes rows of. */
  foreignFiles?: readonly string[];
  /** Another address than the list's, such as one that gives secrets too. */
  exportUrl?: string;
  /** A call whose refusal says how the person is to confirm who they are before the export (docs/behaviour/transfer.md#export). */
  exportConfirm?: () => Promise<unknown>;
  /** Said at the top of the export dialog. */
  exportHint?: string;
}

/** One thing a person can do with a row. */
export interface RowAction<R extends Row = Row> {
  id: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** Under More even where it would have room: the columns need it more. */
  rare?: true;
  /** Left out when false. */
  shown?: (row: R) => boolean;
  /** Why it cannot be done with this row. */
  refused?: (row: R) => Why;
  /** Asked before it runs. */
  confirm?: (row: R) => Omit<Question, 'danger'>;
  run: (row: R, reason: string) => unknown;
  /** Drawn in place of the button, such as one with a menu beside it. */
  draw?: (row: R) => ReactNode;
  /** Said when it worked; the list is loaded again. */
  done?: string;
}

/** One thing a person can do with the selected rows. */
export interface BulkAction<R extends Row = Row> {
  id: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  shown?: boolean;
  /** Why it cannot be done with any row. */
  refused?: Why;
  confirm?: (count: number) => Omit<Question, 'danger'>;
  run: (ids: R['id'][], reason: string) => unknown;
  done?: string;
}

export interface ColumnSpec<R extends Row = Row> {
  title?: string;
  width?: number;
  align?: 'start' | 'end' | 'center';
  sortable?: boolean;
  Cell?: ComponentType<{ row: R; value: unknown; info?: FieldInfo | undefined }>;
  /** The cell as text, for files of what is seen; by the value's type when absent. */
  text?: (row: R) => string;
  /** Instead of `Cell`, when the cell needs more than its row, such as words of the screen. */
  render?: (row: R) => ReactNode;
}

export interface ListDefinition<R extends Row = Row> extends ColumnChoice {
  resource: Resource;
  /** Another URL than the resource's, such as one of a tree node. Undefined-able lists pass `enabled: false`. */
  url?: string;
  /** Metadata of another URL, for lists whose URL changes with a tree. */
  metadataUrl?: string;
  enabled?: boolean;
  /** Always sent, never shown as a tag. */
  query?: Readonly<Record<string, string>>;
  /** Told what the list asks for, for what stands beside it and counts the same. Keep it stable. */
  onQuery?: (query: Readonly<Record<string, string>>) => void;
  /** Tells tables of one page apart in storage; the resource's noun by default. */
  name?: string;
  cells?: Readonly<Record<string, ColumnSpec<R>>>;
  /** Fields shown on a phone's card, besides the title. */
  facts?: readonly string[];
  search?: { extra?: readonly SearchOption[]; exclude?: readonly string[]; metadata?: boolean };
  /** False keeps the state out of the address bar, for tables inside other pages. */
  syncUrl?: boolean;
  /** Whether a row is looked at beside the list; usual where the address keeps its state, and for lists that fill their page. */
  preview?: boolean;
  dateRange?: boolean;
  /** What a row's card holds: the list is drawn as cards instead of a table, on every screen. */
  card?: (row: R) => ReactNode;
  /** Address of a row's page; false for rows that have none. */
  linkTo?: ((row: R) => string | undefined) | false;
  /** What Enter does on a row that has no page. */
  onEnter?: (row: R) => void;
  /** Rows are looked at only: nothing is created, updated, copied or deleted here. */
  readOnly?: true;
  /** Where the Create button leads; false hides it. */
  create?: string | false | (() => void);
  createLabel?: string;
  /** Standard row actions to leave out, or why they cannot be done with single rows. */
  update?: false | ((row: R) => Why);
  updateTo?: (row: R) => string;
  delete?: false | ((row: R) => Why);
  clone?: boolean;
  cloneTo?: (row: R) => string;
  bulkDelete?: boolean;
  /** Fields of the bulk update dialog; those the server lets nobody write are left out. No dialog without. */
  bulkUpdate?: readonly string[];
  /** How single ones of these are entered, where not by their kind; what is not entered yet is undefined. */
  bulkInputs?: Readonly<Record<string, ComponentType<InputProps>>>;
  selectable?: boolean;
  /** Rows that may be ticked; all by default. */
  canSelect?: (row: R) => boolean;
  /** Rows that are ticked when they arrive. */
  preselect?: (row: R) => boolean;
  /** Told which rows are ticked, for lists that something is chosen from. */
  onSelect?: (ids: R['id'][]) => void;
  rowActions?: readonly RowAction<R>[];
  bulkActions?: readonly BulkAction<R>[];
  /** Asked before rows are switched off. */
  confirmDisable?: BulkAction<R>['confirm'];
  /** Extra buttons beside Create. */
  toolbar?: ReactNode;
  expand?: (row: R) => ReactNode;
  rowClass?: (row: R) => string;
  /** Rows act in the global organisation too; its resources belong to none (docs/behaviour/start-and-views.md#the-root-organisation). */
  global?: boolean;
  /** Import and export; on wherever the rights and the server allow, unless false. */
  transfer?: false | TransferDefinition;
  /** Said above the list, rows or none: what these are for. */
  hint?: string;
  /** Words of an empty list: what belongs here, and how it comes here where nobody makes it by hand. */
  empty: string;
  /** The next step of an empty list that has no Create; a menu that makes the first. Null in dialogs, which have their own way out. */
  next?: Next | ReactElement | null | undefined;
  /** What the list begins with is filtered by, which is no filter of the person, and what is said when that leaves nothing. */
  start?: { filters: Readonly<Record<string, string>>; none: string };
  /** Said when just this filter leaves nothing, where that is good news rather than a search that failed. */
  unmatched?: { filters: Readonly<Record<string, string>>; title: string };
  /** Milliseconds between silent reloads, for lists that live. */
  refetchEvery?: number;
}
