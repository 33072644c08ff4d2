export { change, insert, insertMany, sharedLookups } from './batch.ts';
export { compile, type ImportMemory, type Kernel, type KernelHooks } from './compile.ts';
export * from './context.ts';
export { type Asked, type Declared, type RouteSpec, type RowsSpec, route } from './declared.ts';
export * from './definition.ts';
export { changes } from './diff.ts';
export { readBody } from './input.ts';
export * from './kinds/index.ts';
export { type Answer, matched, whichMatch } from './matcher.ts';
export { patternProblem } from './matcher-pattern.ts';
export { openApi } from './openapi.ts';
export { metadata } from './options.ts';
export { mayList, policyOf } from './policy-of.ts';
export { BY_ID, filtered, type Order, ordering, pageLinks, paging, selection } from './query.ts';
export { countRows, fetchIds, fetchRow, fetchRows, list, pageOf, present, retrieve, shownFields } from './read.ts';
export { type ReferenceOptions, readReference, readReferences } from './references.ts';
export type { BodyOf, ChoiceOption, Field, FieldOptions, Fields, ResolvedField, ResolvedResource, TreeOption } from './resolved.ts';
export * from './route.ts';
export { routesOf } from './routes.ts';
export {
  among,
  and,
  at,
  type Column,
  EVERYBODY,
  eb,
  homeOf,
  inOrg,
  NOBODY,
  narrowed,
  narrowedRows,
  or,
  type Rows,
  rowsOf,
  type Scoped,
} from './rows.ts';
export { type Shape, withMetadata } from './shape.ts';
export * from './table.ts';
export { draftMigration, printRowTypes, type SchemaSpec, schemaOf } from './tables.ts';
export { formatDatetime, knownTimeZone, parseDatetime, zoned } from './time.ts';
export { calledOf, listOf, relatedOf } from './transfer/cells.ts';
export { type ExportFormat, exportList, formatOf, sheetText } from './transfer/export.ts';
export { FILE_TYPES } from './transfer/read-file.ts';
export { sealedZip } from './transfer/sealed-zip.ts';
export { FileProblem } from './transfer/table-file.ts';
export { type Sheet, workbook } from './transfer/xlsx-sheet.ts';
export { xmlReader } from './transfer/xml.ts';
export { openZip, type ZipLimits, type ZipParts } from './transfer/zip-parts.ts';
export { all, anyTable, found, from, idIn, mainTable, visible } from './where.ts';
export { remove } from './write.ts';
