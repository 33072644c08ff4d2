import { numberText, percentText, StatusTag } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { choiceValue, relatedName } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { FormPage } from '../../screens/page/FormPage.tsx';
import { RESOURCES } from '../resources.ts';
import { CommandStorageSelect, ReplayStorageSelect } from '../storages/StorageSelect.tsx';

const TONES: Readonly<Record<string, 'success' | 'info' | 'danger' | 'neutral'>> = {
  normal: 'success',
  high: 'info',
  critical: 'danger',
  offline: 'neutral',
};

/** How busy a component is. */
export function LoadCell({ row }: { row: Row }) {
  return <StatusTag tone={TONES[String(choiceValue(row.load))] ?? 'neutral'}>{relatedName(row.load)}</StatusTag>;
}

/** What the last heartbeat said, as texts: load of the processors, memory and disk in use. None while it says none. */
function useStat(row: Row): readonly (readonly [name: 'cpu_load' | 'memory_used' | 'disk_used', text: string])[] {
  const { i18n } = useTranslation();
  const { stat } = row as { stat?: { cpu_load: number; memory_used: number; disk_used: number } | null };
  if (!stat) return [];
  const share = (value: number) => percentText(value / 100, i18n.language, 1);
  return [
    ['cpu_load', numberText(stat.cpu_load, i18n.language)],
    ['memory_used', share(stat.memory_used)],
    ['disk_used', share(stat.disk_used)],
  ];
}

/** The figures of the last heartbeat in a row of a list, whose heading names them. */
export function StatCell({ row }: { row: Row }) {
  const stat = useStat(row);
  return stat.length === 0 ? null : <span>{stat.map(([, text]) => text).join(' / ')}</span>;
}

/** The same, each with its name. */
function Stat({ row }: { row: Row }) {
  const { t } = useTranslation('features');
  return useStat(row)
    .map(([name, text]) => `${t(`components.history.${name}`)} ${text}`)
    .join(' · ');
}

/** One component: what it is, how it fares, and what happened to it (docs/behaviour/settings.md#terminal). */
export function ComponentDetail() {
  return (
    <DetailPage
      resource={RESOURCES.component}
      global
      listTo={`${RESOURCES.component.path}?activeTab=TerminalList`}
      facts={(row) => (
        <>
          <LoadCell row={row} />
          <span>{relatedName(row.standing)}</span>
        </>
      )}
      basic={{ cells: { stat: (row) => <Stat row={row} />, load: (row) => <LoadCell row={row} /> } }}
    />
  );
}

export function ComponentForm() {
  const { t } = useTranslation('features');
  return (
    <FormPage
      resource={RESOURCES.component}
      groups={[
        { title: t('endpoints.basic'), fields: ['name', 'remote_addr', 'comment'] },
        { title: t('storages.evidence'), purpose: t('storages.evidencePurpose'), fields: ['command_storage', 'replay_storage'] },
      ]}
      fields={{ command_storage: { Input: CommandStorageSelect }, replay_storage: { Input: ReplayStorageSelect } }}
      next={() => `${RESOURCES.component.path}?activeTab=TerminalList`}
    />
  );
}
