export { among, and, at, type Column, EVERYBODY, eb, NOBODY, or, type Where } from './base/conditions.ts';
export * from './base/context.ts';
export * from './base/http.ts';
export { containing, endingWith, startingWith } from './base/like.ts';
export { patternProblem } from './base/rule-pattern.ts';
export {
  FLAG as FLAG_SCHEMA,
  INTEGER as INTEGER_SCHEMA,
  list as listSchema,
  object as objectSchema,
  record as recordSchema,
  type Schema,
  TEXT as TEXT_SCHEMA,
} from './base/schema.ts';
export * from './base/table.ts';
export { formatDatetime, knownTimeZone, parseDatetime, zoned } from './base/time.ts';
export { compile } from './compiled/compile.ts';
export type { Download, ImportMemory, Kernel, KernelHooks, Transfers } from './compiled/kernel.ts';
export { mayList, policyOf } from './compiled/policy-of.ts';
export type { ResolvedField, ResolvedResource } from './compiled/resolved.ts';
export {
  type BodySpec,
  type Declared,
  isReader,
  type Reader,
  ROUTE_KINDS,
  type Route,
  type RouteKind,
  type RowsSpec,
  reader,
  type Shape,
} from './compiled/route.ts';
export type { ActionShape } from './definition/action-shape.ts';
export * from './definition/definition.ts';
export { homeOf, inOrg, narrowed, narrowedRows, type Rows, rowsOf, type Scoped } from './definition/rows.ts';
export { linkedSchema, openChoice } from './kinds/field-schema.ts';
export * from './kinds/index.ts';
export type { BodyOf, Field, Fields } from './kinds/kind.ts';
export type { ChoiceOption, FieldOptions, TreeOption } from './kinds/options.ts';
export { openApi } from './print/openapi.ts';
export type { Operation, Operations } from './print/operation.ts';
export { operationsOf } from './print/operations.ts';
export { printClient } from './print/print-client.ts';
export { draftMigration, printRowTypes, type SchemaSpec, schemaOf } from './print/tables.ts';
export { countRows, fetchIds, fetchRow, fetchRows } from './read/fetch.ts';
export { belongingTo } from './read/joined.ts';
export { list, pageOf, retrieve, sizeOf } from './read/list.ts';
export { type Answer, matched, whichMatch } from './read/matcher.ts';
export { present, shownFields } from './read/present.ts';
export { BY_ID, filtered, holdsWord, type Order, ordering, pageLinks, paging, selection, termsOf } from './read/query.ts';
export { type ReferenceOptions, readReference, readReferences } from './read/references.ts';
export { all, anyTable, found, from, idIn, mainTable, visible } from './read/where.ts';
export { listReply } from './read/whole-list.ts';
export { type Asked, type RouteSpec, readObject, route } from './routes/declared.ts';
export { metadata } from './routes/options.ts';
export { withMetadata } from './routes/route-metadata.ts';
export { routesOf } from './routes/routes.ts';
export { displayNameOf, listOf, relatedOf } from './transfer/cells.ts';
export { encryptedZip } from './transfer/encrypted-zip.ts';
export { type ExportFormat, exportList, exportName, formatOf, sheetText } from './transfer/export.ts';
export { plainZip } from './transfer/plain-zip.ts';
export { FILE_TYPES } from './transfer/read-file.ts';
export { FileProblem } from './transfer/table-file.ts';
export { type Sheet, workbook } from './transfer/xlsx-sheet.ts';
export { xmlReader } from './transfer/xml.ts';
export { openZip, type ZipLimits, type ZipPart, type ZipParts } from './transfer/zip-parts.ts';
export { change, insert, insertMany, sharedLookups } from './write/batch.ts';
export { changes } from './write/diff.ts';
export { readBody } from './write/input.ts';
export { remove } from './write/write.ts';
