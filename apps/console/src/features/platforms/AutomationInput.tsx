import { Button } from '@postern/ui';
import './platforms.css';
import { useQuery } from '@tanstack/react-query';
import { Select, Switch } from 'antd';
import { Settings2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { onDemand } from '../../data/on-demand.tsx';
import type { InputProps } from '../../fields/field-props.ts';
import { WIDGETS } from '../../fields/widgets.ts';
import { client } from '../../session/http.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { paramsFor } from '../account-automations/params.ts';
import { localInfo } from '../shared-fields.ts';
import { ACTIONS, type Action, type AutomationLimits, choose, type PlatformAutomation } from './automation.ts';

const ParamsDialog = onDemand(() => import('../account-automations/ParamsDialog.tsx').then((module) => module.ParamsDialog));

/** What is automated on a platform, and by which method; only what its type allows (docs/behaviour/assets.md#automation-of-a-platform). */
export function AutomationInput({ id, info, value, onChange, disabled = false, limits = {} }: InputProps & { limits?: AutomationLimits }) {
  const { t } = useTranslation('assets');
  const unless = useUnless();
  const automation = (typeof value === 'object' && value !== null ? value : {}) as PlatformAutomation;
  const on = automation.ansible_enabled === true;
  const put = (change: PlatformAutomation) => onChange?.({ ...automation, ...change });
  const [asking, setAsking] = useState<Action>();
  const known = useQuery({
    queryKey: keyOf('platforms', 'methods'),
    queryFn: ({ signal }) => client.platforms.methods({}, { signal }),
    enabled: on,
    retry: false,
  }).data;
  const asked = asking && automation[`${asking}_method`];
  const fields = asked ? known?.[asked] : undefined;
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
          const method = automation[`${action}_method`] ?? '';
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
                onChange={(chosen: string) => put({ [`${action}_method`]: chosen, [`${action}_params`]: { ...known?.[chosen] } })}
              />
              <Button
                type="text"
                icon={<Settings2 size={14} />}
                aria-label={t('automation.paramsOf', { name: t(`automation.${action}`) })}
                title={t('automation.paramsOf', { name: t(`automation.${action}`) })}
                locked={disabled || !enabled}
                refused={unless(known?.[method] !== undefined, 'refused:noSettings')}
                onClick={() => setAsking(action)}
              />
            </div>
          );
        })}
      {on && (
        <div className="s-automation-config">
          <label htmlFor={`${id}-config`}>{t('automation.config')}</label>
          <Suspense>
            <WIDGETS.json
              id={`${id}-config`}
              info={localInfo(t('automation.config'), 'json')}
              value={automation.ansible_config ?? {}}
              disabled={disabled}
              onChange={(config) => put({ ansible_config: config })}
            />
          </Suspense>
        </div>
      )}

      {asking && asked && fields && (
        <ParamsDialog
          start={paramsFor({ [asked]: fields }, { [asked]: automation[`${asking}_params`] })}
          onClose={() => setAsking(undefined)}
          onSave={(params) => {
            put({ [`${asking}_params`]: params[asked] });
            setAsking(undefined);
          }}
        />
      )}
    </fieldset>
  );
}
