import { CodedError, InvalidInput } from '@postern/contract/errors';
import { render } from '@postern/contract/text';
import type { Context } from '../base/context.ts';
import type { Query } from '../base/http.ts';
import type { ResolvedField, ResolvedResource } from '../compiled/resolved.ts';
import { shownFields } from '../read/present.ts';
import { writableFields } from '../write/input.ts';

export const TEMPLATES = ['export', 'import', 'update'] as const;
export type Template = (typeof TEMPLATES)[number];

/** It has a column of its own in exports. */
export const exported = (field: ResolvedField): boolean => !field.options.unexported && field.name !== 'org_id';

/** Columns of a table: everything that may be read, or what a create or an update takes (docs/wire/conventions.md#exports). */
export function columnsOf(resource: ResolvedResource, ctx: Context, template: Template, query: Query): ResolvedField[] {
  if (template === 'export') return shownFields(resource, ctx, 'list', query).filter(exported);
  if (template === 'import') return writableFields(resource, ctx, 'create').filter((field) => exported(field) && field.name !== 'id');
  // Rows are found by their id, also where clients may not choose it.
  const id = resource.field('id');
  return [...(id ? [id] : []), ...writableFields(resource, ctx, 'update').filter((field) => exported(field) && field.name !== 'id')];
}

/**
 * Texts of the header; a star in front says that the column must be filled. Where two fields have the same label, the
 * later ones go by their name, so that the file can be read back.
 */
export function titlesOf(fields: readonly ResolvedField[], ctx: Context, template: Template): string[] {
  const seen = new Set<string>();
  return fields.map((field) => {
    const label = render(field.options.label, ctx.language);
    const title = seen.has(label) ? field.name : label;
    seen.add(label);
    const must = template !== 'export' && field.options.required === true && field.options.default === undefined && field.name !== 'id';
    return `${must ? '*' : ''}${title}`;
  });
}

export interface MatchedColumn {
  /** Position in the file. */
  at: number;
  field: ResolvedField;
}

/** Fields that a file may have columns for. */
export function fieldsOfFiles(resource: ResolvedResource, ctx: Context): ResolvedField[] {
  const id = resource.field('id');
  return [...new Set([...(id ? [id] : []), ...writableFields(resource, ctx, 'create'), ...writableFields(resource, ctx, 'update')])];
}

/** Longest title that is looked at. */
const MAX_TITLE = 256;

/**
 * A title without what people write differently: case, width, stars, blanks, underscores, and a remark in brackets at its end, which may be
 * the same word in another language. A title that is nothing else stays.
 */
export function foldedTitle(title: string): string {
  const folded = title
    .slice(0, MAX_TITLE)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_*'’.:-]/g, '');
  const bracket = /^([^()[\]]+)(?:\([^()]*\)|\[[^[\]]*\])$/.exec(folded);
  return bracket?.[1] ?? folded;
}

/**
 * Finds the field of each title: by its label in any of our languages or by its name. Unknown columns are left out.
 * @throws CodedError unknown_columns when none is known, duplicate_column when two are the same
 */
export function matchTitles(resource: ResolvedResource, ctx: Context, titles: readonly string[]): MatchedColumn[] {
  const fields = fieldsOfFiles(resource, ctx);
  const byWord = new Map<string, ResolvedField>();
  const know = (word: string, field: ResolvedField): void => {
    if (!byWord.has(foldedTitle(word))) byWord.set(foldedTitle(word), field);
  };
  // The reader's own language first: a word may mean another field in another language.
  for (const field of fields) know(field.name, field);
  for (const field of fields) know(render(field.options.label, ctx.language), field);
  for (const field of fields) for (const word of Object.values(field.options.label)) know(word, field);
  const id = resource.field('id');
  if (id) know('pk', id);
  const found: MatchedColumn[] = [];
  // What our own files say is itself, though another field may be called so but for a capital. Of two with one label the first has it (`titlesOf`).
  const written = new Map([
    ...fields.map((field) => [field.name, field] as const),
    ...fields.toReversed().map((field) => [render(field.options.label, ctx.language), field] as const),
  ]);
  for (const [at, title] of titles.entries()) {
    const field = written.get(title.replace(/^\*/, '').trim()) ?? byWord.get(foldedTitle(title));
    if (field) take(found, { at, field }, title);
  }
  // Other words for it, where no column says it in ours: `Hostname` beside `Name` is something else.
  const others = fields.flatMap((field) => (field.options.titles ?? []).map((word) => ({ word: foldedTitle(word), field })));
  for (const [at, title] of titles.entries()) {
    const field = others.find(({ word }) => word === foldedTitle(title))?.field;
    const free = field && !found.some((one) => one.at === at || one.field === field);
    if (free) found.push({ at, field });
  }
  if (found.length === 0) throw new CodedError('unknown_columns');
  return found.sort((a, b) => a.at - b.at);
}

function take(found: MatchedColumn[], column: MatchedColumn, title: string): void {
  if (found.some(({ field }) => field === column.field)) throw new CodedError('duplicate_column', { title: title.slice(0, 64) });
  found.push(column);
}

/**
 * The columns as the person says they are: names of fields in the order of the file, nothing for what is left out.
 * @throws InvalidInput under `columns` for a field that no file may have, CodedError as above
 */
export function chosenColumns(resource: ResolvedResource, ctx: Context, titles: readonly string[], chosen: string): MatchedColumn[] {
  const fields = new Map(fieldsOfFiles(resource, ctx).map((field) => [field.name, field]));
  const found: MatchedColumn[] = [];
  for (const [at, name] of chosen.split(',', titles.length).entries()) {
    const field = fields.get(name);
    if (name !== '' && !field) throw InvalidInput.on('columns', 'invalid_choice', { value: name.slice(0, 64) });
    if (field) take(found, { at, field }, titles[at] ?? name);
  }
  if (found.length === 0) throw new CodedError('unknown_columns');
  return found;
}
