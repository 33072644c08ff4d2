import { useTranslation } from 'react-i18next';
import { FormPage } from '../../screens/page/FormPage.tsx';
import { RESOURCES } from '../resources.ts';
import { CommandContentInput } from './CommandContentInput.tsx';

const SAMPLES: Readonly<Record<string, string>> = { command: 'rm -rf\nreboot\nshutdown', regex: String.raw`^(sudo\s+)?(rm|mkfs)\b` };

/** Commands by name (docs/behaviour/permissions.md#groups-of-commands). */
export function CommandGroupForm() {
  const { t } = useTranslation('acls');
  return (
    <FormPage
      resource={RESOURCES.commandGroup}
      groups={[{ title: t('group'), fields: ['name', 'type', 'content', 'ignore_case', 'comment'] }]}
      fields={{
        content: {
          help: `${t('command')} ${t('regex')}`,
          Input: CommandContentInput,
          props: ({ type, ignore_case }) => ({
            placeholder: SAMPLES[String(type)] ?? '',
            groupType: type === 'regex' ? 'regex' : 'command',
            ignoreCase: ignore_case !== false,
          }),
        },
      }}
      initial={{ type: 'command', ignore_case: true }}
      next={() => `${RESOURCES.commandAcl.path}?activeTab=CommandGroup`}
    />
  );
}
