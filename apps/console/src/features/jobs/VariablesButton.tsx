import { Button } from 'antd';
import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';

const VariablesDialog = onDemand(() => import('./VariablesDialog.tsx').then((module) => module.VariablesDialog));

/** Says what can stand in a command. */
export function VariablesButton() {
  const { t } = useTranslation('jobs');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" type="link" icon={<BookOpen size={14} />} onClick={() => setOpen(true)}>
        {t('quick.variables')}
      </Button>
      {open && <VariablesDialog onClose={() => setOpen(false)} />}
    </>
  );
}
