import './platforms.css';
import { Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../fields/field-props.ts';
import { ACTIONS, type AutomationLimits, choose, type PlatformAutomation } from './automation.ts';

/** What is automated on a platform, and by which method; only what its type allows (console-assets §5 "Automation"). */
export function AutomationInput({ id, info, value, onChange, disabled = false, limits = {} }: InputProps & { limits?: AutomationLimits }) {
  const { t } = useTranslation('assets');
  const automation = (typeof value === 'object' && value !== null ? value : {}) as PlatformAutomation;
  const on = automation.ansible_enabled === true;
  const put = (change: PlatformAutomation) => onChange?.({ ...automation, ...change });
  const actions = ACTIONS.filter((action) => limits[`${action}_enabled`] === true);
  return (
    <fieldset id={id} aria-label={info.label} className="s-controls s-rows">
      <div className="s-automation">
        <Switch
          checked={on}
          disabled={disabled || limits.ansible_enabled !== true}
          aria-label={t('automation.all')}
          onChange={(checked) => put({ ansible_enabled: checked })}
        />
        <span>{t('automation.all')}</span>
      </div>
      {on &&
        actions.map((action) => {
          const methods = limits[`${action}_methods`] ?? [];
          const enabled = automation[`${action}_enabled`] === true;
          return (
            <div key={action} className="s-automation">
              <Switch
                checked={enabled}
                disabled={disabled}
                aria-label={t(`automation.${action}`)}
                onChange={(checked) => put(choose(automation, action, checked, methods))}
              />
              <span>{t(`automation.${action}`)}</span>
              <Select
                aria-label={t('automation.methodOf', { name: t(`automation.${action}`) })}
                value={automation[`${action}_method`] ?? null}
                disabled={disabled || !enabled}
                options={methods.map((method) => ({ value: method.id, label: method.name }))}
                onChange={(method: string) => put({ [`${action}_method`]: method, [`${action}_params`]: {} })}
              />
            </div>
          );
        })}
    </fieldset>
  );
}
