import { OAUTH2_PRESETS } from '@postern/contract/oauth2-presets';
import { Surface } from '@postern/ui';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Values } from '../../../model/values.ts';

/** Well-known providers: choosing one fills in its addresses and names, which are looked over and saved like anything else. */
export function Oauth2Presets({ fill }: { fill: (values: Values) => void }) {
  const { t } = useTranslation('settings');
  const [chosen, setChosen] = useState('');
  const { label, own } = OAUTH2_PRESETS.find(({ name }) => name === chosen) ?? {};
  return (
    <Surface title={t('auth.oauth2.presets')} purpose={t('auth.oauth2.presetsPurpose')}>
      <div className="set-row">
        {OAUTH2_PRESETS.map(({ name, label: its, values }) => (
          <Button
            key={name}
            type={name === chosen ? 'primary' : 'default'}
            aria-pressed={name === chosen}
            onClick={() => {
              setChosen(name);
              fill(values as Values);
            }}
          >
            {its}
          </Button>
        ))}
      </div>
      {label ? (
        <div role="status" className="set-tested">
          <Alert type="info" showIcon title={t(own ? 'auth.oauth2.presetOwn' : 'auth.oauth2.presetFilled', { label, own })} />
        </div>
      ) : null}
    </Surface>
  );
}
