import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { client } from '../../session/http.ts';
import type { Line, Lines } from './machine-lines.ts';
import { REACHED } from './reached.ts';

type Platform = Line['platform'];

const ASKED = { ...REACHED, limit: 200 } as const;

/** The platforms that can be: all at once, there are few. Empty for whoever may not see them. */
const usePlatforms = (): readonly Platform[] =>
  useQuery({
    queryKey: keyOf('platforms', 'list', ASKED),
    queryFn: async ({ signal }) => (await client.platforms.list(ASKED, { signal })).results as readonly Platform[],
  }).data ?? [];

interface Choice {
  label: string;
  value: Platform | undefined;
  onPlatform: (platform: Platform) => void;
}

function PlatformSelect({ label, value, onPlatform, opened = false }: Choice & { opened?: boolean }) {
  const { t } = useTranslation('machine');
  const platforms = usePlatforms();
  const all = value && !platforms.some(({ id }) => id === value.id) ? [value, ...platforms] : platforms;
  return (
    <Select
      size="small"
      value={value?.id}
      aria-label={label}
      placeholder={t('platformsDiffer')}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      defaultOpen={opened}
      autoFocus={opened}
      options={all.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id: Platform['id']) => {
        const picked = all.find((one) => one.id === id);
        if (picked) onPlatform(picked);
      }}
    />
  );
}

/** The platform that all lines have, if they have the same; choosing one gives it to all. */
export function PlatformForAll({ lines, onLines }: Pick<Lines, 'lines' | 'onLines'>) {
  const { t } = useTranslation('machine');
  const [first] = lines;
  const same = lines.every(({ platform }) => platform.id === first?.platform.id);
  return (
    <div className="machine-lines__all">
      {t('platformForAll')}
      <PlatformSelect
        label={t('platformForAll')}
        value={same ? first?.platform : undefined}
        onPlatform={(platform) => onLines((now) => now.map((one) => ({ ...one, problem: '', platform })))}
      />
    </div>
  );
}

/** A select from the first click on: a list may have hundreds of lines. */
export function LinePlatform(choice: Choice & { value: Platform }) {
  const [open, setOpen] = useState(false);
  if (open) return <PlatformSelect {...choice} opened />;
  return (
    <Button size="small" type="text" aria-label={`${choice.label}: ${choice.value.name}`} onClick={() => setOpen(true)}>
      {choice.value.name}
    </Button>
  );
}
