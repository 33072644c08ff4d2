import './settings.css';
import type { Row } from '@postern/client/api';
import { SkeletonRows, Surface } from '@postern/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { BellOff, Check, CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { LoadFailed } from '../../data/LoadFailed.tsx';
import { Page } from '../../screens/page/Page.tsx';
import { showError } from '../../session/errors.ts';
import { client } from '../../session/http.ts';
import { FailingWays } from './FailingWays.tsx';
import type { Category, Subscription } from './message-types.ts';
import { ReceiversDialog } from './ReceiversDialog.tsx';

type Way = Row<'backends'>;

const LIST = keyOf('systemMsgSubscription', 'list');
/** The box inside the product: nobody does without it. */
const BOX = 'site_msg';

/** Who gets messages of the system, and by which ways (docs/behaviour/settings.md#messages). */
export function MessageSettings() {
  const { t } = useTranslation(['settings', 'screens']);
  const list = useQuery({ queryKey: LIST, queryFn: ({ signal }) => client.systemMsgSubscription.list({}, { signal }) });
  const ways = useQuery({ queryKey: keyOf('backends', 'list'), queryFn: ({ signal }) => client.backends.list({}, { signal }) });
  const failed = list.error ?? ways.error;
  const retry = () => void Promise.all([list.refetch(), ways.refetch()]);
  return (
    <Page title={t('message.title')} help={t('message.help')}>
      <FailingWays />
      {failed ? <LoadFailed title={t('screens:list.failed')} error={failed} onRetry={retry} /> : null}
      {!failed && !(list.data && ways.data) ? (
        <Surface flush>
          <SkeletonRows rows={5} columns={3} label={t('screens:list.loading')} />
        </Surface>
      ) : null}
      {list.data && ways.data ? (
        <div className="set-stack">
          {list.data.map((category) => (
            <Surface key={category.category} title={category.category_label} flush>
              <ul className="set-messages">
                {category.children.map((child) => (
                  <MessageRow key={child.message_type} row={child} ways={ways.data} />
                ))}
              </ul>
            </Surface>
          ))}
        </div>
      ) : null}
    </Page>
  );
}

/** Puts an answer of the server in the place of what was shown. */
function useReplace() {
  const queries = useQueryClient();
  return (fresh: Subscription) =>
    queries.setQueryData<Category[]>(LIST, (all) =>
      all?.map((category) => ({
        ...category,
        children: category.children.map((child) => (child.message_type === fresh.message_type ? fresh : child)),
      })),
    );
}

function MessageRow({ row, ways }: { row: Subscription; ways: readonly Way[] }) {
  const { t } = useTranslation('settings');
  const [choosing, setChoosing] = useState(false);
  const replace = useReplace();
  const save = useMutation({
    mutationFn: (body: { users?: string[]; receive_backends?: string[] }) => client.systemMsgSubscription.patch(row.message_type, body),
    onSuccess: (fresh) => {
      replace(fresh);
      setChoosing(false);
    },
    // What was ticked goes back by itself: only an answer changes the row.
    onError: showError,
  });
  const attempt = useMutation({
    mutationFn: () => client.systemMsgSubscription.testing(row.message_type, undefined, { timeout: 120_000 }),
    onError: showError,
  });
  // While it is on its way it shows as it was asked for.
  const chosen = (save.isPending && save.variables.receive_backends) || row.receive_backends;
  const toggle = (name: string, on: boolean) =>
    save.mutate({ receive_backends: on ? [...row.receive_backends, name] : row.receive_backends.filter((one) => one !== name) });
  return (
    <li className="set-message" data-message={row.message_type}>
      <b>{row.message_type_label}</b>
      <fieldset className="set-message__ways" aria-label={t('message.ways', { message: row.message_type_label })}>
        {ways.map(({ name, name_display }) => (
          <Checkbox
            key={name}
            checked={name === BOX || chosen.includes(name)}
            disabled={name === BOX || save.isPending}
            onChange={({ target }) => toggle(name, target.checked)}
          >
            {name === BOX ? t('message.inbox') : name_display}
          </Checkbox>
        ))}
      </fieldset>
      {row.receivers.length > 0 ? (
        <span className="set-message__people">{row.receivers.map(({ name }) => name).join(t('message.and'))}</span>
      ) : (
        <span className="set-message__people is-empty">
          <BellOff size={14} aria-hidden /> {t('message.nobody')}
        </span>
      )}
      <div className="set-message__do">
        <Button
          size="small"
          loading={attempt.isPending}
          onClick={() => attempt.mutate()}
          aria-label={t('message.tryOf', { message: row.message_type_label })}
        >
          {t('message.try')}
        </Button>
        <Button size="small" onClick={() => setChoosing(true)} aria-label={t('message.changeOf', { message: row.message_type_label })}>
          {t('message.change')}
        </Button>
      </div>
      <div className="set-message__tried" role="status">
        {attempt.data ? (
          <ul>
            {attempt.data.map(({ name, name_display, sent, reason }) => (
              <li key={name} data-sent={sent}>
                {sent ? <Check size={14} aria-hidden /> : <CircleAlert size={14} aria-hidden />}
                {t(sent ? 'message.went' : 'message.wentNot', { way: name === BOX ? t('message.inbox') : name_display, reason })}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {choosing ? (
        <ReceiversDialog row={row} busy={save.isPending} onSave={(users) => save.mutate({ users })} onClose={() => setChoosing(false)} />
      ) : null}
    </li>
  );
}
