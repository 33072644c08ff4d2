import { exactTime, parseServerDate } from '@postern/ui';
import { byDay, type FieldKind, later } from '../kind.ts';
import { DatetimeCell, ExactTimeCell } from './DatetimeCell.tsx';

export const datetime: FieldKind = {
  Cell: DatetimeCell,
  Input: later(() => import('./DatetimeInput.tsx').then((module) => module.DatetimeInput)),
  Filter: byDay,
  width: 160,
  least: 124,
  Fact: ExactTimeCell,
  exact(value, language) {
    const moment = parseServerDate(value);
    return moment ? exactTime(moment, language) : value;
  },
};
