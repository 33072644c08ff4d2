import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { text } from '@postern/contract/text';
import {
  boolean,
  type Change,
  type Context,
  can,
  FLAG_SCHEMA,
  formatDatetime,
  listSchema,
  objectSchema,
  type Route,
  TEXT_SCHEMA,
  text as textField,
} from '@postern/resource';
import { action } from '../../platform/routes/action.ts';
import { ownList } from '../../platform/routes/list.ts';
import { answerShape, orNull, shown, WORDS } from '../../platform/shown.ts';
import { type ChangeSource, type Now, seenAs, sourcesOf } from './change-sources.ts';
import { changeOf, changesOf, lastChanges, type Operation } from './changes.queries.ts';
import { ANY, PLACE_QUERY } from './setting-places.ts';
import { HIDDEN, type SettingDeps } from './setting-saves.ts';

/** `settings/changes/`: who set what to what, of one page of the settings, and taking one of it back (decision 0127). */

const PATH = '/api/v1/settings/changes/';
const COMMON = {
  who: can(`${ANY} | settings.change_interface`),
  rows: { none: 'changes of settings, which are the installation’s' },
  query: PLACE_QUERY,
} as const;
/** Longest text of a value in an answer: more is to be looked at in its field. */
const SHOWN = 2_048;
const CHANGE = text('change of settings', '设置变更', '設定の変更');

const BY = objectSchema({ user: TEXT_SCHEMA, datetime: TEXT_SCHEMA });
const CHANGED = objectSchema({
  key: TEXT_SCHEMA,
  label: TEXT_SCHEMA,
  before: TEXT_SCHEMA,
  after: TEXT_SCHEMA,
  now: TEXT_SCHEMA,
  secret: FLAG_SCHEMA,
  can_revert: FLAG_SCHEMA,
  reason: TEXT_SCHEMA,
  value: {},
  forgets: listSchema(TEXT_SCHEMA),
  changed_since: FLAG_SCHEMA,
  changed_by: orNull(BY),
  seen: TEXT_SCHEMA,
});
const cut = (value: string): string => (value.length > SHOWN ? `${value.slice(0, SHOWN - 1)}…` : value);

/** One changed setting as people see it: words for values, whether it can be taken back, and what is there by now. */
function changeShown(
  ctx: Context,
  source: ChangeSource,
  now: Now,
  operation: Operation,
  last: Omit<Operation, 'diff'> | undefined,
  { field: key, before, after }: Change,
) {
  const secret = before === HIDDEN && after === HIDDEN;
  const is = now.text(key);
  const back = now.back(key, before);
  const words = (kept: string): string => (secret ? '' : source.words(key, cut(kept), ctx));
  const since = !secret && cut(is) !== after;
  return {
    key,
    label: source.label(key)[ctx.language],
    before: words(before),
    after: words(after),
    now: words(is),
    secret,
    can_revert: !('reason' in back),
    reason: 'reason' in back ? back.reason[ctx.language] : '',
    value: 'reason' in back ? null : back.value,
    forgets: 'reason' in back ? [] : back.forgets.map((label) => label[ctx.language]),
    changed_since: since,
    changed_by:
      since && last && last.id !== operation.id ? { user: last.user, datetime: formatDatetime(last.datetime, ctx.timeZone) } : null,
    seen: secret ? '' : seenAs(is),
  };
}

export function changeRoutes(deps: SettingDeps): readonly Route[] {
  const sourceOf = sourcesOf(deps);
  return [
    ownList({
      ...COMMON,
      path: PATH,
      name: 'settings.changes.list',
      errors: ['object_does_not_exist', 'permission_denied'],
      answer: {
        title: text('Changes of settings', '设置变更', '設定の変更'),
        fields: {
          id: shown(WORDS.id),
          user: shown(WORDS.user),
          remote_addr: shown(WORDS.address_ip),
          datetime: shown(WORDS.date),
          changes: shown(WORDS.details, 'field', { answered: listSchema(CHANGED) }),
        },
      },
      maximum: 100,
      async items(ctx, { query, page }) {
        const source = sourceOf(ctx, query);
        const { count, results } = await changesOf(ctx, source, page ?? { limit: 100, offset: 0 });
        const [now, last] = [await source.now(ctx, false), await lastChanges(ctx, source)];
        const known = new Set(source.keys);
        const items = results.map((operation) => ({
          id: operation.id,
          user: operation.user,
          remote_addr: operation.remote_addr,
          datetime: formatDatetime(operation.datetime, ctx.timeZone),
          changes: operation.diff
            .filter(({ field }) => known.has(field))
            .map((change) => changeShown(ctx, source, now, operation, last.get(change.field), change)),
        }));
        return { count, results: items };
      },
    }),
    action({
      ...COMMON,
      path: `${PATH}:change/revert/`,
      name: 'settings.changes.revert',
      params: { change: textField({ label: WORDS.id, max: 64, required: true }) },
      body: {
        key: textField({ label: WORDS.key, max: 128, required: true }),
        seen: textField({ label: text('What was there when it was looked at', '查看时的值', '確認したときの値'), max: 64, required: true }),
        anyway: boolean({ label: text('Although it was changed since', '即使之后又有修改', 'その後の変更があっても'), default: false }),
      },
      answer: answerShape(objectSchema({ key: TEXT_SCHEMA, now: TEXT_SCHEMA })),
      errors: ['object_does_not_exist', 'permission_denied', 'setting_changed_since', 'licence_required', 'error'],
      async act(ctx, { query, params, body: { key, seen, anyway } }) {
        const source = sourceOf(ctx, query);
        const id = parseUuid(params.change);
        const operation = id && source.keys.includes(key) ? await changeOf(ctx, source, id) : undefined;
        const change = operation?.diff.find(({ field }) => field === key);
        if (!change) throw new CodedError('object_does_not_exist', { resource: CHANGE[ctx.language] });
        const now = await source.now(ctx, true);
        const back = now.back(key, change.before);
        if ('reason' in back) throw new CodedError('error', { detail: back.reason[ctx.language] });
        // Whoever asks has seen what they take away: the change itself, or what came after it.
        const is = now.text(key);
        if (seenAs(is) !== seen || (cut(is) !== change.after && !anyway))
          throw new CodedError('setting_changed_since', { now: source.words(key, cut(is), ctx) });
        await now.revert(key, back.value);
        return { key, now: source.words(key, change.before, ctx) };
      },
    }),
  ];
}
