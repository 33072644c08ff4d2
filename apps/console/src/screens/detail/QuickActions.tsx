import { Surface } from '@postern/ui';
import { Button, Switch } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Question, useRunAction } from '../data/useRunAction.ts';

export interface QuickAction {
  id: string;
  title: string;
  help?: string;
  shown?: boolean;
  disabled?: boolean;
  danger?: boolean;
  question?: Question;
  done?: string;
  /** A button with this verb. */
  verb?: string;
  icon?: ReactNode;
  run?: () => unknown;
  /** Or a switch. */
  checked?: boolean;
  toggle?: (on: boolean) => unknown;
}

/** Things done to one object with one touch: a row each, with a button or a switch (shell §11). */
export function QuickActions({ actions }: { actions: readonly QuickAction[] }) {
  const { t } = useTranslation('screens');
  const shown = actions.filter((action) => action.shown !== false);
  if (shown.length === 0) return null;
  return (
    <Surface title={t('detail.quick')}>
      <ul className="s-quick">
        {shown.map((action) => (
          <li key={action.id}>
            <span>
              {action.title}
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
  const [busy, setBusy] = useState(false);
  const run = async (work: () => unknown) => {
    setBusy(true);
    await runAction(work, { question: action.question, done: action.done });
    setBusy(false);
  };
  const { toggle, run: press } = action;
  if (toggle) {
    return (
      <Switch
        checked={action.checked ?? false}
        loading={busy}
        disabled={action.disabled ?? false}
        aria-label={action.title}
        onChange={(on) => void run(() => toggle(on))}
      />
    );
  }
  return (
    <Button
      size="small"
      icon={action.icon}
      loading={busy && !action.question}
      danger={action.danger ?? false}
      disabled={action.disabled ?? false}
      onClick={() => press && void run(press)}
    >
      {action.verb ?? action.title}
    </Button>
  );
}
