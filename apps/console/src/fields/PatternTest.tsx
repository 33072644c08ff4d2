import './fields.css';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../data/on-demand.tsx';
import type { TriedPattern } from './PatternPanel.tsx';

const PatternPanel = onDemand(() => import('./PatternPanel.tsx').then((module) => module.PatternPanel));

/** A box in which a pattern is tried on lines of text. The engine, which is that of the server, comes when it is opened. */
export function PatternTest(pattern: TriedPattern) {
  const { t } = useTranslation('fields');
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Button type="link" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t(open ? 'pattern.close' : 'pattern.open')}
      </Button>
      {open && <PatternPanel {...pattern} />}
    </div>
  );
}
