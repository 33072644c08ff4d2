import { LoadFailed } from '../../data/LoadFailed.tsx';
import './messages.css';
import { EmptyState, SkeletonRows, useMobile } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { Inbox } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { useRunAction } from '../../data/useRunAction.ts';
import { MessageDialog } from './MessageDialog.tsx';
import { MessageRow } from './MessageRow.tsx';
import { markAllRead, markRead, type SiteMessage, unreadMessages } from './site-messages.ts';
import { recountUnread, useUnread } from './unread.ts';

/** Messages loaded at once, and width of the drawer in px or as a part of the screen. */
const LOAD = 15;
const WIDTH = 380;
const WIDTH_MOBILE = '70%';

/** Unread messages, newest first; a click opens one in full (docs/behaviour/start-and-views.md#messages). */
export function MessageDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('messages');
  const mobile = useMobile();
  const navigate = useNavigate();
  const run = useRunAction();
  const unread = useUnread();
  const [limit, setLimit] = useState(LOAD);
  const [shown, setShown] = useState<SiteMessage>();
  const box = useQuery({
    queryKey: keyOf('siteMessages', 'list', { limit }),
    queryFn: ({ signal }) => unreadMessages(limit, signal),
    enabled: open,
    placeholderData: (before) => before,
  });
  // A message that arrives while the drawer is open joins the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number alone says that there is something new
  useEffect(() => {
    if (open) void box.refetch();
  }, [unread, open]);
  const after = async () => {
    await Promise.all([box.refetch(), recountUnread()]);
  };
  const mark = async (message: SiteMessage) => {
    setShown(undefined);
    if (await run(() => markRead([message.id]))) await after();
  };
  const markAll = async () => {
    const question = { title: t('markAllTitle'), text: t('markAllText'), verb: t('markAll') };
    if (await run(markAllRead, { question, done: t('markedAll') })) await after();
  };
  const choose = () => {
    onClose();
    void navigate('/profile/info');
  };
  const rows = box.data?.results ?? [];
  const total = box.data?.count ?? 0;
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('title')}
      size={mobile ? WIDTH_MOBILE : WIDTH}
      rootClassName="messages"
      extra={
        total > 0 ? (
          <Button type="link" size="small" onClick={() => void markAll()}>
            {t('markAll')}
          </Button>
        ) : null
      }
    >
      {box.isPending ? <SkeletonRows rows={4} columns={1} label={t('loading')} /> : null}
      {box.isError ? <LoadFailed title={t('failed')} error={box.error} onRetry={() => void box.refetch()} /> : null}
      {box.isSuccess && rows.length === 0 ? (
        <EmptyState icon={Inbox} title={t('none')} text={t('noneText')} action={<Button onClick={choose}>{t('ways')}</Button>} />
      ) : null}
      <ul className="messages__list">
        {rows.map((message) => (
          <MessageRow key={message.id} message={message} onOpen={() => setShown(message)} onMark={() => void mark(message)} />
        ))}
      </ul>
      {total > rows.length ? (
        <Button block onClick={() => setLimit(limit + LOAD)} loading={box.isPlaceholderData}>
          {t('more')}
        </Button>
      ) : null}
      {shown ? <MessageDialog message={shown} onRead={() => void mark(shown)} onKeep={() => setShown(undefined)} /> : null}
    </Drawer>
  );
}
