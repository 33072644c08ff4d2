import type { Why } from '@postern/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import type { Row } from '../../model/resource.ts';
import type { RowAction } from '../../screens/list/list-definition.ts';
import { useRefusals } from '../../session/useRefusals.ts';
import { BASE } from '../../startup/start.ts';
import { openLog, taskOf } from './task-log-page.ts';

/** Follows a run by the call that starts it, or finds the one that is under way: shows it in the lists, and opens its log. */
export function useRunNow(): (call: Promise<unknown>) => Promise<void> {
  const queries = useQueryClient();
  return async (call) => {
    const task = taskOf(await call);
    await queries.invalidateQueries({ queryKey: ['list'] });
    openLog(BASE, task);
  };
}

interface Start {
  label: string;
  done: string;
  /** The right it takes. */
  may: string;
  refused?: (row: Row) => Why;
  call: (row: Row) => Promise<unknown>;
}

/** What starts a plan or a task now. */
export function useStartAction({ label, done, may, refused, call }: Start): RowAction {
  const { without, inRoot } = useRefusals();
  const runNow = useRunNow();
  return {
    id: 'start',
    label,
    icon: <Play size={14} />,
    refused: (row) => inRoot || without(may) || refused?.(row),
    run: (row) => runNow(call(row)),
    done,
  };
}
