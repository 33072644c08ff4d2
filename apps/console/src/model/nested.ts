import type { FieldInfo } from '@postern/contract/metadata';

/** Errors of the fields below one field: of a nested object by name, of a list by row. */
export type NestedErrors = { readonly [field: string]: string | NestedErrors } | readonly NestedErrors[];

/** The fields below a field: of a nested object, or of each row of a list of them (docs/wire/conventions.md#metadata). */
export const childrenOf = (info: FieldInfo): Readonly<Record<string, FieldInfo>> | undefined => info.children ?? info.child?.children;

/** Whether what lies below a field comes in rows. */
export const isListed = (info: FieldInfo): boolean => info.child !== undefined;
