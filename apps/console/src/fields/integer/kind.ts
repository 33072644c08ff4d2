import { type FieldKind, later } from '../kind.ts';
import { number } from '../number/kind.ts';

export const integer: FieldKind = {
  ...number,
  Input: later(() => import('./IntegerInput.tsx').then((module) => module.IntegerInput)),
};
