import './access.css';
import type { AccessExplanation, AccessObject, AccessOutcome } from '@postern/contract/access';
import { StatusTag, Surface } from '@postern/ui';
import { CircleCheck, CircleX, Clock, Dot, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pageOfObject, useAccessWords } from './words.ts';

const ICONS: Readonly<Record<AccessOutcome, LucideIcon>> = { pass: CircleCheck, fail: CircleX, review: Clock, note: Dot };
const VERDICTS = { allowed: CircleCheck, refused: CircleX, review: Clock } as const;
const TONES = { pass: 'success', fail: 'danger', review: 'warning' } as const;

/** The rule a step was decided by, as a link for those who may see it. */
function Rule({ rule }: { rule: AccessObject }) {
  const { t } = useTranslation('access');
  if (rule.name === null) return <span className="access-rule">{t('hidden')}</span>;
  const to = pageOfObject(rule);
  return <span className="access-rule">{to ? <Link to={to}>{rule.name}</Link> : rule.name}</span>;
}

/** The answer: a sentence, the path of steps that led to it, and the least that would change it. */
export function Explanation({ answer }: { answer: AccessExplanation }) {
  const { t } = useTranslation('access');
  const words = useAccessWords();
  const Verdict = VERDICTS[answer.verdict];
  return (
    <div className="s-stack">
      <div className={`access-verdict is-${answer.verdict}`} role="status">
        <Verdict size={20} aria-hidden="true" />
        {t(`verdict.${answer.verdict}`, { user: answer.user.name, asset: answer.asset.name })}
      </div>
      {answer.missing.length > 0 && (
        <Surface title={t('missing')} purpose={t('missingText')}>
          <ul className="access-remedies">
            {answer.missing.map((remedy) => (
              <li key={`${remedy.code} ${remedy.target?.id} ${remedy.rule?.id} ${remedy.params.account}`}>
                <p>{words.remedy(remedy)}</p>
                {remedy.target && <Rule rule={remedy.target} />}
                {remedy.rule?.name && <span className="access-rule"> · {t('through', { name: remedy.rule.name })}</span>}
              </li>
            ))}
          </ul>
        </Surface>
      )}
      <Surface title={t('steps')}>
        <ol className="access-steps">
          {answer.steps.map((step) => {
            const Icon = ICONS[step.outcome];
            return (
              <li key={`${step.code} ${step.rule?.id}`} className={`is-${step.outcome}`}>
                <Icon size={18} role="img" aria-label={t(`outcome.${step.outcome}`)} />
                <div>
                  <p className="access-text">{words.step(step)}</p>
                  {step.rule && <Rule rule={step.rule} />}
                </div>
              </li>
            );
          })}
        </ol>
      </Surface>
      {answer.accounts.length > 0 && (
        <Surface title={t('accounts')}>
          <ul className="access-accounts">
            {answer.accounts.map((account) => (
              <li key={account.alias}>
                <StatusTag tone={TONES[account.outcome]}>{words.alias(account.alias)}</StatusTag>
              </li>
            ))}
          </ul>
        </Surface>
      )}
    </div>
  );
}
