import { CodedError } from '@postern/contract/errors';
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
  /** Title as it stands in the file, without the star. */
  title: string;
  field: ResolvedField;
}

const plain = (title: string): string => title.replace(/^'?\*+/, '').trim();

/**
 * Finds the field of each title: by its label in any of our languages or by its name, whatever the case. Unknown columns
 * are left out.
 * @throws CodedError unknown_columns when none is known, duplicate_column when two are the same
 */
export function matchTitles(resource: ResolvedResource, ctx: Context, titles: readonly string[]): MatchedColumn[] {
  const id = resource.field('id');
  const fields = new Set([...(id ? [id] : []), ...writableFields(resource, ctx, 'create'), ...writableFields(resource, ctx, 'update')]);
  const byWord = new Map<string, ResolvedField>();
  const know = (word: string, field: ResolvedField): void => {
    if (!byWord.has(word.toLowerCase())) byWord.set(word.toLowerCase(), field);
  };
  // The reader's own language first: a word may mean another field in another language.
  for (const field of fields) know(field.name, field);
  for (const field of fields) know(render(field.options.label, ctx.language), field);
  for (const field of fields) for (const word of Object.values(field.options.label)) know(word, field);
  if (id) know('pk', id);
  const found: MatchedColumn[] = [];
  for (const [at, cell] of titles.entries()) {
    const title = plain(cell);
    const field = byWord.get(title.toLowerCase());
    if (!field) continue;
    if (found.some((one) => one.field === field)) throw new CodedError('duplicate_column', { title: title.slice(0, 64) });
    found.push({ at, title, field });
  }
  if (found.length === 0) throw new CodedError('unknown_columns');
  return found;
}
