export * from './context.ts';
export * from './definition.ts';
export * from './fields.ts';
export { Problem, type Kind, type Where } from './kinds.ts';
export type { ChoiceOption, Field, FieldOptions, ResolvedField, ResolvedResource, TreeOption } from './resolved.ts';
export * from './route.ts';
export { formatDatetime, knownTimeZone, parseDatetime, zoned } from './time.ts';
export * from './table.ts';
