import { BrandMark, exactTime } from '@postern/ui';
import type { ReactNode } from 'react';
import { spaced } from '../sessions/figures.ts';
import { useLanguage, useTranslate } from '../shell/language.tsx';
import { playerWords } from './words.ts';

interface SessionFacts {
  user: string;
  asset: string;
  account: string;
  protocol?: string;
  date_start: string;
}

/** Who did what where: the head of the replay and of the live page. */
export function FactsHeader({ title, facts, children }: { title: string; facts: SessionFacts; children?: ReactNode }) {
  const t = useTranslate();
  const { language } = useLanguage();
  const list = [
    [t(playerWords.user), spaced(facts.user)],
    [t(playerWords.asset), spaced(facts.asset)],
    [t(playerWords.account), facts.protocol ? `${spaced(facts.account)} · ${facts.protocol.toUpperCase()}` : spaced(facts.account)],
    [t(playerWords.start), exactTime(facts.date_start, language)],
  ];
  return (
    <header className="pt-facts">
      <BrandMark size={24} />
      <h1>{title}</h1>
      <dl>
        {list.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd title={value}>{value || '-'}</dd>
          </div>
        ))}
      </dl>
      <div className="pt-facts-actions">{children}</div>
    </header>
  );
}
