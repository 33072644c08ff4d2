import { IconButton, Surface } from '@postern/ui';
import { CircleCheck, CircleDashed, Ellipsis, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PopMenu } from '../../screens/list/PopMenu.tsx';
import type { FirstSteps as Steps } from './useFirstSteps.ts';

/** What to do next in a new organisation. */
export function FirstSteps({ steps, isAway, putAway }: Steps) {
  const { t } = useTranslation('features');
  if (isAway) return null;
  const done = steps.filter((step) => step.done).length;
  return (
    <Surface
      title={t('dashboard.firstSteps')}
      purpose={t('dashboard.stepsDone', { done, count: steps.length })}
      actions={<IconButton icon={X} label={t('dashboard.putAwaySteps')} onClick={() => void putAway(true)} />}
    >
      <ol className="s-first-steps">
        {steps.map((step) => (
          <li key={step.name} className={step.done ? 'is-done' : ''}>
            {step.done ? (
              <CircleCheck size={20} strokeWidth={1.75} aria-hidden />
            ) : (
              <CircleDashed size={20} strokeWidth={1.75} aria-hidden />
            )}
            <div>
              <b>
                {step.done ? (
                  <>
                    <span className="p-visually-hidden">{t('dashboard.stepDone')}</span> {t(`dashboard.step.${step.name}`)}
                  </>
                ) : (
                  <Link to={step.to}>{t(`dashboard.step.${step.name}`)}</Link>
                )}
              </b>
              <p>{t(`dashboard.stepText.${step.name}`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Surface>
  );
}

/** Puts the first steps away, and brings them back. */
export function FirstStepsMenu({ isAway, putAway }: Steps) {
  const { t } = useTranslation('features');
  return (
    <PopMenu
      items={() => [{ key: 'steps', label: t(isAway ? 'dashboard.showSteps' : 'dashboard.putAwaySteps') }]}
      onPick={() => void putAway(!isAway)}
    >
      {(button) => <IconButton {...button} icon={Ellipsis} label={t('dashboard.more')} />}
    </PopMenu>
  );
}
