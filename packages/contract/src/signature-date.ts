/**
 * When a signed request was made, by its `Date` (decision 0066). Components written in Go send RFC 1123 with the abbreviation
 * of their local zone (`CST`), and an abbreviation may mean several zones: then there are several answers.
 */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const RFC_1123 = /^[A-Z][a-z]{2}, (\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) ([A-Za-z]{1,5}|[+-]\d{2}(?:\d{2})?)$/;
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** Hours east of Greenwich that an abbreviation stands for. */
const ZONES: Readonly<Record<string, readonly number[]>> = {
  GMT: [0],
  UTC: [0],
  UT: [0],
  Z: [0],
  WET: [0],
  WEST: [1],
  BST: [1],
  CET: [1],
  CEST: [2],
  SAST: [2],
  EET: [2],
  EEST: [3],
  MSK: [3],
  PKT: [5],
  IST: [5.5, 2, 1],
  WIB: [7],
  CST: [8, -6, -5],
  HKT: [8],
  PST: [-8, 8],
  AWST: [8],
  JST: [9],
  KST: [9],
  ACST: [9.5],
  AEST: [10],
  ACDT: [10.5],
  AEDT: [11],
  NZST: [12],
  NZDT: [13],
  AST: [-4],
  ADT: [-3],
  EST: [-5],
  EDT: [-4],
  CDT: [-5, -4],
  MST: [-7],
  MDT: [-6],
  PDT: [-7],
  AKST: [-9],
  AKDT: [-8],
  HST: [-10],
};
/** Every offset that is in use, for abbreviations nobody has listed. */
const ANY = Array.from({ length: (14 + 12) * 4 + 1 }, (_, quarter) => quarter / 4 - 12);

function offsetsOf(zone: string): readonly number[] {
  const [, sign, hours, minutes = '00'] = /^([+-])(\d{2})(\d{2})?$/.exec(zone) ?? [];
  if (sign) return [(sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60)];
  return ZONES[zone.toUpperCase()] ?? ANY;
}

/** The moments, in milliseconds, that a `Date` may mean; empty when it cannot be read. */
export function momentsOf(date: string): number[] {
  if (ISO.test(date)) {
    const at = Date.parse(date);
    return Number.isNaN(at) ? [] : [at];
  }
  const [, day, month = '', year, hour, minute, second, zone = ''] = RFC_1123.exec(date) ?? [];
  const at = MONTHS.indexOf(month);
  if (at < 0) return [];
  const local = Date.UTC(Number(year), at, Number(day), Number(hour), Number(minute), Number(second));
  return offsetsOf(zone).map((hours) => local - hours * 3_600_000);
}
