import { IconButton, Surface, type Why, WhyNot } from '@postern/ui';
import { Button, Popover, Select, Switch } from 'antd';
import { ArrowLeftRight, CircleHelp, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Question, useRunAction } from '../../data/useRunAction.ts';
import { RemoteSelect } from '../../fields/RemoteSelect.tsx';
import type { Row } from '../../model/resource.ts';
import { type OneChange, useTakeBack } from '../form/useTakeBack.ts';
import type { RowAction } from '../list/list-definition.ts';
import type { DetailModel } from './useResourceDetail.ts';

interface Common {
  id: string;
  title: string;
  help?: string;
  /** More than fits under the title; a button beside it opens it. */
  tip?: ReactNode;
  shown?: boolean;
  /** Why it cannot be done now. */
  refused?: Why;
  danger?: boolean;
  question?: Question;
  done?: string;
}
/** A button with this verb. */
interface Press extends Common {
  verb: string;
  icon?: ReactNode;
  run: () => unknown;
}
/** A switch: what it says is done at once, and it goes back when that fails. */
interface Flip extends Common {
  checked: boolean;
  toggle: (on: boolean) => unknown;
  /** What it changes, where that can be taken back. */
  change?: (on: boolean) => OneChange;
}
/** One of a few, taken at once. */
interface Choice extends Common {
  choices: readonly { value: string | number; label: string }[];
  value: string | number;
  choose: (value: string | number) => unknown;
}
/** An object out of a list: shown by its name, and a select while it is being changed. */
interface Pick extends Common {
  url: string;
  selected: { id: Row['id']; name: string } | null;
  labelOf?: (row: Row) => string;
  pick: (id: Row['id'] | null) => unknown;
}
export type QuickAction = Press | Flip | Choice | Pick;

/** A switch for a field of the object that is true or false. `also` is sent with it. */
export const toggleAction = <R extends Row>(
  { url, row, patch }: DetailModel<R>,
  field: string & keyof R,
  given: { title: string; refused: Why; also?: object },
): QuickAction => ({
  id: field,
  title: given.title,
  checked: row?.[field] === true,
  refused: given.refused,
  toggle: (on) => patch({ [field]: on, ...given.also }),
  ...(row
    ? {
        change: (on) => ({
          url,
          id: row.id,
          before: row,
          after: { ...row, [field]: on },
          fields: { [field]: { type: 'boolean', label: given.title, required: false, read_only: false, write_only: false } },
          also: given.also,
        }),
      }
    : {}),
});

/** What is done to rows of the list, done to this one on its page. */
export const actionOfRow = <R extends Row>(
  row: R,
  title: string,
  { id, label, icon, shown, refused, run, done }: RowAction<R>,
): QuickAction => ({
  id,
  title,
  verb: label,
  icon,
  shown: shown?.(row) ?? true,
  refused: refused?.(row),
  run: () => run(row, ''),
  ...(done ? { done } : {}),
});

/** Things done to one object with one touch: a row each, with a button, a switch or a select (docs/behaviour/details.md#quick-actions). */
export function QuickActions({ actions }: { actions: readonly QuickAction[] }) {
  const { t } = useTranslation(['screens', 'identity']);
  const shown = actions.filter((action) => action.shown !== false);
  if (shown.length === 0) return null;
  return (
    <Surface title={t('detail.quick')}>
      <ul className="s-quick">
        {shown.map((action) => (
          <li key={action.id}>
            <span>
              {action.title}
              {action.tip && (
                <Popover content={<div className="s-quick-tip">{action.tip}</div>} trigger="click" placement="topLeft">
                  <Button
                    type="text"
                    size="small"
                    icon={<CircleHelp size={14} />}
                    aria-label={t('identity:detail.tip', { title: action.title })}
                  />
                </Popover>
              )}
              {action.help && <small>{action.help}</small>}
            </span>
            <QuickControl action={action} />
          </li>
        ))}
      </ul>
    </Surface>
  );
}

function QuickControl({ action }: { action: QuickAction }) {
  const runAction = useRunAction();
  const offerBack = useTakeBack();
  const { t } = useTranslation(['lists', 'screens']);
  const [busy, setBusy] = useState(false);
  const run = async (work: () => unknown) => {
    setBusy(true);
    const done = await runAction(work, { question: action.question, done: action.done });
    setBusy(false);
    return done;
  };
  if ('toggle' in action) {
    const { toggle, change, title } = action;
    const turn = async (on: boolean) => {
      const changed = change?.(on);
      const done = await run(() => toggle(on));
      if (done && changed) offerBack(changed, t('takeBack.switched', { title, value: t(on ? 'screens:value.yes' : 'screens:value.no') }));
    };
    return (
      <WhyNot reason={action.refused}>
        <Switch checked={action.checked} loading={busy} aria-label={action.title} onChange={(on) => void turn(on)} />
      </WhyNot>
    );
  }
  if ('choose' in action) {
    const { choose, choices, value, refused } = action;
    // A select that cannot be opened is its value, with why.
    if (refused)
      return (
        <WhyNot reason={refused}>
          <Button size="small">{choices.find((one) => one.value === value)?.label}</Button>
        </WhyNot>
      );
    return (
      <Select
        size="small"
        className="s-quick-select"
        value={value}
        options={[...choices]}
        loading={busy}
        disabled={busy}
        aria-label={action.title}
        onChange={(value) => void run(() => choose(value))}
      />
    );
  }
  if ('pick' in action) return <PickControl action={action} busy={busy} run={run} />;
  const { run: press } = action;
  return (
    <WhyNot reason={action.refused}>
      <Button
        size="small"
        icon={action.icon}
        loading={busy && !action.question}
        danger={action.danger ?? false}
        onClick={() => void run(press)}
      >
        {action.verb}
      </Button>
    </WhyNot>
  );
}

/** The name of what is held; a touch turns it into a select, and picking turns it back. */
function PickControl({ action, busy, run }: { action: Pick; busy: boolean; run: (work: () => unknown) => Promise<boolean> }) {
  const { t } = useTranslation(['screens', 'identity']);
  const [open, setOpen] = useState(false);
  const { url, selected, labelOf, pick } = action;
  if (!open || action.refused) {
    return (
      <WhyNot reason={action.refused}>
        <Button size="small" icon={<ArrowLeftRight size={14} />} loading={busy} onClick={() => setOpen(true)}>
          {selected?.name ?? t('identity:detail.nothing')}
        </Button>
      </WhyNot>
    );
  }
  return (
    <span className="s-quick-select">
      <RemoteSelect
        url={url}
        value={selected ?? undefined}
        labelOf={labelOf}
        aria-label={action.title}
        onChange={(value) => {
          setOpen(false);
          void run(() => pick((value as Row['id'] | undefined) ?? null));
        }}
      />
      <IconButton icon={X} label={t('action.cancel')} onClick={() => setOpen(false)} />
    </span>
  );
}
