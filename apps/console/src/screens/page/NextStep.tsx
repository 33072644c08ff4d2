import { Button } from 'antd';
import { BookText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { pageAbout } from '../../model/manual-pages.ts';
import { useAuth } from '../../session/auth.tsx';
import { LinkButton } from '../LinkButton.tsx';
import { showManual } from './manual-place.ts';

/** What a person does next where something is empty. */
export interface Next {
  label: string;
  /** Another screen, a page outside of the console, or what is done here. */
  to: string | { href: string } | (() => void);
  /** Rights for it; without them something else is offered. */
  needs?: string | readonly string[] | undefined;
}

/** The button of an empty place: the first step that the person may take, as a link where it leads to another page. Whoever may take none can read what the place is for. */
export function NextStep({ steps = [] }: { steps?: readonly (Next | false | undefined)[] }) {
  const { can } = useAuth();
  const step = steps.find((one) => one && can(one.needs));
  if (!step) return <ManualStep />;
  const { label, to } = step;
  if (typeof to === 'object')
    return (
      <Button href={to.href} target="_blank" rel="noreferrer">
        {label}
      </Button>
    );
  return typeof to === 'string' ? <LinkButton to={to}>{label}</LinkButton> : <Button onClick={to}>{label}</Button>;
}

function ManualStep() {
  const { t } = useTranslation('shell');
  const page = pageAbout(useLocation().pathname);
  if (!page) return null;
  return (
    <Button icon={<BookText size={16} />} onClick={() => showManual({ page })}>
      {t('manual.here')}
    </Button>
  );
}
