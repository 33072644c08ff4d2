import { Alert, Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { BASE } from '../../startup/start.ts';
import { loadAtEnd } from '../tasks/start-task.ts';
import { openLog } from '../tasks/task-log-page.ts';

/** An update from Git is under way: its log, and what it brought once it is over. */
export function GitNotice({ task }: { task: string }) {
  const { t } = useTranslation(['playbooks', 'tasks']);
  useEffect(() => loadAtEnd(task), [task]);
  return (
    <Alert
      type="info"
      showIcon
      title={t('git.running')}
      action={
        <Button size="small" onClick={() => openLog(BASE, task)}>
          {t('tasks:showLog')}
        </Button>
      }
    />
  );
}
