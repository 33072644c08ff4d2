import '../screens.css';
import { EmptyState, PageHeader, SkeletonRows, Surface, type Why, WhyNot } from '@postern/ui';
import { Button } from 'antd';
import { FileQuestion, Pencil, Trash2, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { onDemand } from '../../data/on-demand.tsx';
import { useRunAction } from '../../data/useRunAction.ts';
import { usePageTitle } from '../../layout/page-title.ts';
import { cutTitle, type Resource, type Row, right, titleOf } from '../../model/resource.ts';
import { useAuth } from '../../session/auth.tsx';
import { errorMessage } from '../../session/errors.ts';
import { useRefusals } from '../../session/useRefusals.ts';
import { LinkButton } from '../LinkButton.tsx';
import { BackButton } from '../page/BackButton.tsx';
import { type PageTab, PageTabs } from '../page/PageTabs.tsx';
import { type DetailModel, useResourceDetail } from './useResourceDetail.ts';

const ActivityTab = onDemand(() => import('./ActivityTab.tsx').then((module) => module.ActivityTab));

export interface DetailDefinition<R extends Row> {
  resource: Resource;
  id: string;
  /** Detail URL's list, when it is not the resource's. */
  url?: string;
  titleOf?: (row: R) => string;
  /** Status and key facts under the title. */
  facts?: (row: R) => ReactNode;
  tabs: (row: R, detail: DetailModel<R>) => readonly PageTab[];
  update?: false | ((row: R) => Why);
  updateTo?: (row: R) => string;
  delete?: false | ((row: R) => Why);
  /** Asks and deletes in a way of its own. @returns whether it is gone */
  remove?: (row: R) => Promise<boolean>;
  /** Buttons before Update. */
  actions?: (row: R, detail: DetailModel<R>) => ReactNode;
  activity?: boolean;
  /** Nobody changes it: neither update nor delete, nor what became of it. */
  readOnly?: true;
  listTo?: string;
  /** In place of the words that it is gone, where a page knows more of why. */
  whenGone?: (otherwise: ReactNode) => ReactNode;
  /** Query keys that stay when another tab opens. */
  keep?: readonly string[];
  global?: boolean;
}

/** The page of one object: head with facts and actions, tabs, and what happened to it. */
export function ResourceDetail<R extends Row = Row>({ definition: given }: { definition: DetailDefinition<R> }) {
  const definition = given.readOnly ? { ...given, update: false as const, delete: false as const, activity: false } : given;
  const { resource, id, url = resource.url, listTo = resource.path } = definition;
  const { t } = useTranslation(['screens', 'features']);
  const detail = useResourceDetail<R>(url, id);
  const noun = t(`noun:${resource.noun}.one`);
  const { row } = detail;
  const title = row && cutTitle(definition.titleOf?.(row) ?? titleOf(row));
  usePageTitle(title);
  if (detail.error && !row) {
    const lacking = (
      <EmptyState
        icon={detail.gone ? FileQuestion : TriangleAlert}
        title={detail.gone ? t('detail.gone', { noun }) : t('detail.failed')}
        text={detail.gone ? t('detail.goneText') : errorMessage(detail.error)}
        action={<LinkButton to={listTo}>{t('detail.toList')}</LinkButton>}
      />
    );
    return detail.gone && definition.whenGone ? definition.whenGone(lacking) : lacking;
  }
  if (!row) {
    return (
      <Surface flush>
        <SkeletonRows rows={10} columns={2} label={t('list.loading')} />
      </Surface>
    );
  }
  const tabs: PageTab[] = [...definition.tabs(row, detail)];
  if (definition.activity !== false) {
    tabs.push({
      name: 'Activity',
      title: t('detail.activity'),
      permissions: ['audits.view_activitylog'],
      render: () => <ActivityTab id={id} />,
    });
  }
  return (
    <div className="s-page">
      <PageHeader
        title={title}
        facts={definition.facts?.(row)}
        back={<BackButton to={listTo} />}
        actions={
          <>
            {definition.actions?.(row, detail)}
            <HeadActions definition={definition} row={row} detail={detail} listTo={listTo} noun={noun} />
          </>
        }
      />
      <PageTabs tabs={tabs} {...(definition.keep ? { keep: definition.keep } : {})} />
    </div>
  );
}

interface HeadProps<R extends Row> {
  definition: DetailDefinition<R>;
  row: R;
  detail: DetailModel<R>;
  listTo: string;
  noun: string;
}

/** Update and Delete. In the global organisation an object can be deleted, not updated (docs/behaviour/details.md#head). */
function HeadActions<R extends Row>({ definition, row, detail, listTo, noun }: HeadProps<R>) {
  const { t } = useTranslation('screens');
  const { can } = useAuth();
  const { inRoot } = useRefusals();
  const navigate = useNavigate();
  const runAction = useRunAction();
  const { resource, update, delete: remove } = definition;
  const onDelete = async () => {
    const question = {
      title: t('delete.title', { noun, name: titleOf(row) }),
      text: t('delete.text'),
      verb: t('action.delete'),
      danger: true,
    };
    const gone = await (definition.remove?.(row) ?? runAction(detail.remove, { question, done: t('delete.done', { name: titleOf(row) }) }));
    if (gone) navigate(listTo);
  };
  return (
    <>
      {update !== false && can(right(resource, 'change')) && (
        <WhyNot reason={(!definition.global && inRoot) || update?.(row)}>
          <Button icon={<Pencil size={14} />} onClick={() => navigate(definition.updateTo?.(row) ?? `${resource.path}/${row.id}/update`)}>
            {t('action.update')}
          </Button>
        </WhyNot>
      )}
      {remove !== false && can(right(resource, 'delete')) && (
        <WhyNot reason={remove?.(row)}>
          <Button danger icon={<Trash2 size={14} />} onClick={() => void onDelete()}>
            {t('action.delete')}
          </Button>
        </WhyNot>
      )}
    </>
  );
}
