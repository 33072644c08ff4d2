import type { ConnectionSecret } from '@postern/contract/component';
import { problemIn } from '@postern/pattern';

/** A command filter on the component's wire, where the lower number is asked first. */
type Filter = ConnectionSecret['command_filter_acls'][number];
type FilterGroup = Filter['command_groups'][number];

/** Every command, for whatever engine a component has. */
const EVERYTHING = String.raw`[\s\S]`;
/** Behind all other rules: theirs end at 100. */
const LAST = 101;

const isRead = ({ type, pattern }: FilterGroup): boolean => problemIn(pattern, { list: type === 'command' }) === undefined;
const everything = (group: FilterGroup): FilterGroup => ({ ...group, type: 'regex', content: EVERYTHING, pattern: EVERYTHING });

/**
 * A command filter as components may have it: without patterns that cannot be read, which some components leave out, and others
 * stumble over. What such a pattern means nobody knows, so a rule that refuses or reviews refuses everything, one that warns
 * warns of all that no other rule is about, and one that accepts accepts nothing by it.
 * @param unsure whether the rule is about this person and asset hangs on such a pattern itself
 */
export function failClosed(filter: Filter, unsure: boolean): Filter[] {
  const known = filter.command_groups.filter(isRead);
  const unknown = filter.command_groups.filter((group) => !isRead(group)).map(everything);
  if (filter.action === 'accept') return unsure ? [] : [{ ...filter, command_groups: known }];
  if (filter.action === 'warning') {
    const last = { ...filter, priority: LAST };
    if (unsure) return [{ ...last, command_groups: [...known, ...unknown] }];
    return unknown.length === 0
      ? [filter]
      : [
          { ...filter, command_groups: known },
          { ...last, command_groups: unknown },
        ];
  }
  return unsure || unknown.length > 0 ? [{ ...filter, action: 'reject', command_groups: [...known, ...unknown] }] : [filter];
}
