import { copyText, SkeletonRows, toast } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { Dialog } from '../../fields/Dialog.tsx';
import { client } from '../../session/http.ts';

/** How a variable is written in a command. */
const written = (key: string): string => `{{ ${key} }}`;

/** The variables of a command, and what stands in their place. */
export function VariablesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['jobs', 'screens', 'shell']);
  const help = useQuery({ queryKey: keyOf('variables', 'help'), queryFn: ({ signal }) => client.variables.help({}, { signal }) });
  const copy = async (key: string) => {
    if (await copyText(written(key))) toast.success(t('variables.copied'));
  };
  return (
    <Dialog title={t('variables.title')} width={640} onClose={onClose}>
      <p className="s-note">{t('variables.text', { sample: written('jms_asset.name'), interpolation: { escapeValue: false } })}</p>
      {!help.data && <SkeletonRows rows={5} columns={2} label={t('screens:list.loading')} />}
      <table className="s-diff">
        <tbody>
          {Object.entries(help.data ?? {}).map(([key, words]) => (
            <tr key={key}>
              <td>
                <Button size="small" type="link" translate="no" aria-label={`${t('shell:copy')} ${key}`} onClick={() => void copy(key)}>
                  {key}
                </Button>
              </td>
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
