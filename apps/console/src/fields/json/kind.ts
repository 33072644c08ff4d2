import { byText, type FieldKind, later } from '../kind.ts';
import { JsonCell } from './JsonCell.tsx';

export const json: FieldKind = {
  Cell: JsonCell,
  Input: later(() => import('./JsonEditor.tsx').then((module) => module.JsonEditor)),
  Filter: byText,
  isJson: true,
  isTyped: true,
  rules: ['json'],
};
