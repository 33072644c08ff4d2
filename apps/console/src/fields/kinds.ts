import type { FieldType } from '@postern/contract/metadata';
import { bits } from './bits/kind.ts';
import { boolean } from './boolean/kind.ts';
import { choice } from './choice/kind.ts';
import { computed } from './computed/kind.ts';
import { date } from './date/kind.ts';
import { datetime } from './datetime/kind.ts';
import { email } from './email/kind.ts';
import { file } from './file/kind.ts';
import { image } from './image/kind.ts';
import { integer } from './integer/kind.ts';
import { json } from './json/kind.ts';
import type { FieldKind } from './kind.ts';
import { labelled } from './labelled/kind.ts';
import { manyToMany } from './many-to-many/kind.ts';
import { multipleChoice } from './multiple-choice/kind.ts';
import { nested } from './nested/kind.ts';
import { number } from './number/kind.ts';
import { reference } from './reference/kind.ts';
import { regex } from './regex/kind.ts';
import { slug } from './slug/kind.ts';
import { text } from './text/kind.ts';
import { textList } from './text-list/kind.ts';
import { url } from './url/kind.ts';

/**
 * How each type of the metadata is shown, entered and filtered by. A type of the contract that is not here, or a kind without its Cell,
 * Input or Filter, does not compile.
 */
export const FIELDS = {
  boolean,
  string: text,
  url,
  email,
  regex,
  slug,
  integer,
  float: number,
  date,
  datetime,
  choice,
  labeled_choice: labelled,
  'multiple choice': multipleChoice,
  tree: bits,
  'file upload': file,
  'image upload': image,
  list: textList(kindOf),
  json,
  'nested object': nested(kindOf),
  object_related_field: reference,
  m2m_related_field: manyToMany,
  field: computed(kindOf),
} satisfies Record<FieldType, FieldKind>;

/** The kind of a field; a type this console does not know is shown as whatever its value looks like. */
export function kindOf(type: string): FieldKind {
  return (FIELDS as Record<string, FieldKind>)[type] ?? FIELDS.field;
}
