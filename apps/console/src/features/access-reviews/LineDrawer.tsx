import { type Fact, FactList, useMobile } from '@postern/ui';
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DatetimeCell } from '../../fields/datetime/DatetimeCell.tsx';
import { TagsCell } from '../../fields/TagsCell.tsx';
import { relatedName } from '../../model/metadata.ts';
import { accountWords, usePermissionWords } from '../permissions/account-words.ts';
import { DecisionTag } from './DecisionTag.tsx';
import { LastUsed, Since } from './line-cells.tsx';
import { isGroup, type Line, outcomeOf } from './reviews.ts';

const WIDTH = 480;

/** Names, and how many more there are. */
function Names({ names, all }: { names: readonly string[]; all: number }) {
  const { t } = useTranslation('reviews');
  if (all === 0) return <>-</>;
  return (
    <span className="ar-names" translate="no">
      {names.join('\n')}
      {all > names.length && `\n${t('more', { count: all - names.length })}`}
    </span>
  );
}

/** All of a line: what the permission gives to whom, what revoking does, and what was decided. */
export function LineDrawer({ line, footer, onClose }: { line: Line; footer?: ReactNode; onClose: () => void }) {
  const { t } = useTranslation('reviews');
  const mobile = useMobile();
  const words = usePermissionWords();
  const fact = (key: string, value: Fact['value']): Fact => ({ key, label: t(`fact.${key}`), value });
  const facts: Fact[] = [
    fact('permission', line.permission),
    ...(isGroup(line) ? [fact('members', <Names key="m" names={line.members} all={line.members_amount} />)] : []),
    fact('assets', <Names key="a" names={line.assets} all={line.assets_amount} />),
    fact('nodes', <Names key="n" names={line.nodes} all={line.nodes_amount} />),
    fact('accounts', <TagsCell value={accountWords(line.accounts, words)} />),
    fact('actions', <TagsCell value={line.actions} />),
    fact('from', <DatetimeCell value={line.date_start} />),
    fact('until', <DatetimeCell value={line.date_expired} />),
    fact('used', <LastUsed line={line} />),
    fact('since', <Since line={line} />),
    fact('revoking', t(isGroup(line) ? 'revokingGroup' : 'revokingUser')),
    fact('decision', <DecisionTag line={line} />),
    ...(line.decided_by === '' ? [] : [fact('by', line.decided_by)]),
    ...(line.comment === '' ? [] : [fact('comment', line.comment)]),
    ...(outcomeOf(line) === 'none' ? [] : [fact('outcome', relatedName(line.outcome))]),
    ...(line.by_silence ? [fact('silence', t('bySilence'))] : []),
  ];
  return (
    <Drawer open title={line.subject} size={mobile ? '100%' : WIDTH} footer={footer} onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section tabIndex={0} aria-label={line.subject}>
        <FactList facts={facts} />
      </section>
    </Drawer>
  );
}
