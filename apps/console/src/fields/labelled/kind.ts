import { choice } from '../choice/kind.ts';
import type { FieldKind } from '../kind.ts';

/** A choice that comes with its label. */
export const labelled: FieldKind = choice;
