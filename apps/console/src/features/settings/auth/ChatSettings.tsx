import { ApiError } from '@postern/client/http';
import { useTranslation } from 'react-i18next';
import type { Values } from '../../../model/values.ts';
import { client } from '../../../session/http.ts';
import { FailingWays } from '../FailingWays.tsx';
import { SettingForm } from '../SettingForm.tsx';
import { SignOnTest, type Tested } from './SignOnTest.tsx';

interface Service {
  /** What the tab is called, by its key among the words. */
  title: 'wecom' | 'dingtalk' | 'feishu' | 'slack';
  fields: readonly string[];
  /** Has the service try the application that a form describes. */
  test(values: Values): Promise<Tested>;
}

const OPTIONS = { timeout: 60_000 };

/** Chat services, by the tab of each: what its application is known by, and how to test it. */
export const CHAT_TABS = {
  WeCom: {
    title: 'wecom',
    fields: ['AUTH_WECOM', 'WECOM_CORPID', 'WECOM_AGENTID', 'WECOM_SECRET'],
    test: (values) => client.wecom.testing(values, OPTIONS),
  },
  DingTalk: {
    title: 'dingtalk',
    fields: ['AUTH_DINGTALK', 'DINGTALK_APPKEY', 'DINGTALK_APPSECRET', 'DINGTALK_AGENTID'],
    test: (values) => client.dingtalk.testing(values, OPTIONS),
  },
  FeiShu: {
    title: 'feishu',
    fields: ['AUTH_FEISHU', 'FEISHU_VERSION', 'FEISHU_APP_ID', 'FEISHU_APP_SECRET'],
    test: (values) => client.feishu.testing(values, OPTIONS),
  },
  Slack: {
    title: 'slack',
    fields: ['AUTH_SLACK', 'SLACK_TEAM_ID', 'SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'SLACK_BOT_TOKEN'],
    test: (values) => client.slack.testing(values, OPTIONS),
  },
} as const satisfies Record<string, Service>;

/** What is entered at this moment; a secret that was not typed is the saved one. */
const entered = (values: Values, fields: readonly string[]): Values =>
  Object.fromEntries(fields.flatMap((key) => (values[key] === undefined || values[key] === null ? [] : [[key, values[key]]])));

/** A test that did not come to its end is refused, with the steps beside the reason. */
async function steps(test: Promise<Tested>): Promise<Tested> {
  try {
    return await test;
  } catch (error) {
    const told = error instanceof ApiError ? (error.body as Partial<Tested> | undefined) : undefined;
    if (!Array.isArray(told?.steps)) throw error;
    return { ok: false, steps: told.steps };
  }
}

/** A chat service that people log in with and are written to (docs/sign-on.md#chat-services). */
export function ChatSettings({ service: { title, fields, test } }: { service: Service }) {
  const { t } = useTranslation('settings');
  return (
    <>
      <FailingWays only={title} />
      <SettingForm
        category={title}
        groups={[{ title: t('auth.chat.application'), purpose: t(`auth.chat.purpose.${title}`), fields }]}
        extra={(values) => <SignOnTest purpose={t('auth.chat.testPurpose')} test={() => steps(test(entered(values, fields)))} />}
      />
    </>
  );
}
