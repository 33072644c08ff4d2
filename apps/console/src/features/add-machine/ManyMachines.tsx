import { EmptyState } from '@postern/ui';
import { Button, Space } from 'antd';
import { ServerCog } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { BackButton } from '../../screens/page/BackButton.tsx';
import { Page } from '../../screens/page/Page.tsx';
import { RESOURCES } from '../resources.ts';
import { localInfo } from '../shared-fields.ts';
import type { Amount } from './HowMany.tsx';
import { LinesInput } from './LinesInput.tsx';
import { type Around, machineForm } from './machine-form.ts';
import { addLines, type Line, type Lines, type Shared, tickedOf } from './machine-lines.ts';

/** Many machines of one list, with one login and the same people (docs/behaviour/assets.md#adding-a-machine). */
export function ManyMachines({ around, amount }: { around: Around; amount: Amount }) {
  const { t } = useTranslation('machine');
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [sent, setSent] = useState<Lines['sent']>();
  const [added, setAdded] = useState(0);
  const [done, setDone] = useState(false);
  if (done) return <ManyAdded n={added} />;
  const form = machineForm(around, amount);
  const labels: Readonly<Record<string, string>> = {
    name: t('lineName'),
    address: t('lineAddress'),
    port: t('linePort'),
    username: t('lineUser'),
    platform: t('linePlatform'),
    protocols: t('linePlatform'),
    secret: t('secret'),
    made_key: t('madeKey'),
  };
  const [, login, ...people] = form.groups ?? [];
  const add = async (shared: Shared): Promise<undefined> => {
    const ticked = tickedOf(lines);
    let count = 0;
    setSent({ done: 0, of: ticked.length });
    const whole = await addLines(ticked, shared, {
      labelOf: (field) => labels[field] ?? field,
      onDone(line, problem) {
        count += 1;
        setSent({ done: count, of: ticked.length });
        if (problem === '') setAdded((now) => now + 1);
        setLines((now) =>
          problem === ''
            ? now.filter((one) => one.line !== line.line)
            : now.map((one) => (one.line === line.line ? { ...one, problem } : one)),
        );
      },
    });
    setSent(undefined);
    setDone(whole);
  };
  const all: Lines = { lines, onLines: setLines, sent };
  return (
    <ResourceForm
      definition={{
        ...form,
        groups: [
          { title: t('which'), purpose: t('whichPurpose'), fields: ['amount', 'lines'] },
          { title: t('login'), purpose: t('manyLoginPurpose'), fields: (login?.fields ?? []).filter((name) => name !== 'host_key') },
          ...people,
        ],
        follow: () => ({}),
        fields: {
          ...form.fields,
          lines: {
            Input: LinesInput,
            info: localInfo(t('lines'), 'string'),
            local: true,
            props: { all },
            check: () => (tickedOf(lines).length === 0 ? t('noneTicked') : undefined),
          },
          username: { required: false, help: t('manyUserHelp') },
          secret: { ...form.fields?.secret, required: false },
        },
        send: (body) => add(body as unknown as Shared),
        onSaved: () => undefined,
      }}
    />
  );
}

function ManyAdded({ n }: { n: number }) {
  const { t } = useTranslation('machine');
  const navigate = useNavigate();
  return (
    <Page title={t('title')} back={<BackButton to={RESOURCES.asset.path} />}>
      <EmptyState
        icon={ServerCog}
        title={t('manyAdded', { n })}
        action={
          <Space size={16} wrap>
            <Button type="primary" onClick={() => navigate(RESOURCES.asset.path)}>
              {t('openList')}
            </Button>
          </Space>
        }
      />
    </Page>
  );
}
