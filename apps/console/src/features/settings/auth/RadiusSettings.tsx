import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../session/http.ts';
import { SettingForm } from '../SettingForm.tsx';
import { SignOnTest } from './SignOnTest.tsx';

/** RADIUS: the servers, how they are asked, and what their codes count for. */
export function RadiusSettings() {
  const { t } = useTranslation('settings');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  return (
    <SettingForm
      category="radius"
      groups={[
        { title: t('auth.radius.servers'), fields: ['AUTH_RADIUS', 'RADIUS_SERVER', 'RADIUS_PORT', 'RADIUS_SECRET', 'RADIUS_PROTOCOL'] },
        { title: t('auth.radius.codes'), fields: ['OTP_IN_RADIUS'] },
        { title: t('auth.radius.limits'), fields: ['RADIUS_TIMEOUT', 'RADIUS_RETRIES', 'RADIUS_NAS_IDENTIFIER'] },
      ]}
    >
      <SignOnTest
        test={() => client.radius.testing({ username: username.trim(), password }, { timeout: 90_000 })}
        about={
          <Form layout="vertical" component="div">
            <Form.Item label={t('auth.radius.username')} htmlFor="radius-username" extra={t('auth.radius.nobody')}>
              <Input
                id="radius-username"
                autoComplete="off"
                maxLength={128}
                value={username}
                onChange={(event) => setUsername(event.target.value)}
              />
            </Form.Item>
            <Form.Item label={t('auth.ldap.password')} htmlFor="radius-password">
              <Input.Password
                id="radius-password"
                autoComplete="off"
                maxLength={128}
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            </Form.Item>
          </Form>
        }
      />
    </SettingForm>
  );
}
