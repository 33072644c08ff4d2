import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DiffLines } from './DiffLines.tsx';
import { type Group, type Host, hostName, plainText } from './results.ts';

/** Two outputs, of groups or of single machines, line by line beside each other's. */
export function OutputDiff({ groups, hosts }: { groups: readonly Group[]; hosts: readonly Host[] }) {
  const { t } = useTranslation('jobs');
  const [left, setLeft] = useState<string | undefined>(groups[0] && `group ${groups[0].key}`);
  const [right, setRight] = useState<string | undefined>(groups[1] && `group ${groups[1].key}`);
  const choices = useMemo(
    () => [
      ...groups.map((group) => ({
        value: `group ${group.key}`,
        label: t('run.group', { count: group.hosts.length, name: group.hosts[0] ? hostName(group.hosts[0]) : '' }),
        output: group.output,
      })),
      ...hosts.map((host) => ({ value: host.asset.id, label: hostName(host), output: host.output })),
    ],
    [groups, hosts, t],
  );
  const outputOf = (value: string | undefined) => choices.find((one) => one.value === value)?.output;
  const [from, to] = [outputOf(left), outputOf(right)];
  const side = (label: string, value: string | undefined, put: (value: string) => void) => (
    <div className="j-side">
      <span aria-hidden>{label}</span>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={label}
        value={value}
        options={choices.map(({ value: of, label: name }) => ({ value: of, label: name }))}
        onChange={put}
      />
    </div>
  );
  return (
    <div className="s-stack">
      <div className="j-sides">
        {side(t('run.left'), left, setLeft)}
        {side(t('run.right'), right, setRight)}
      </div>
      {from !== undefined && to !== undefined ? (
        <DiffLines left={plainText(from)} right={plainText(to)} />
      ) : (
        <p className="s-note">{t('run.chooseTwo')}</p>
      )}
    </div>
  );
}
