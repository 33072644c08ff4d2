import { StatusTag } from '@postern/ui';
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

/** What its last heartbeat said: load of the processors, memory and disk in use. Nothing while it says none. */
export function StatCell({ row }: { row: Row }) {
  const { stat } = row as { stat?: { cpu_load: number; memory_used: number; disk_used: number } | null };
  return stat ? (
    <span>
      {stat.cpu_load} / {stat.memory_used}% / {stat.disk_used}%
    </span>
  ) : null;
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
      basic={{ cells: { stat: (row) => <StatCell row={row} />, load: (row) => <LoadCell row={row} /> } }}
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
