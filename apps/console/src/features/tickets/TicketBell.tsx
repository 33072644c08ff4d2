import { useQuery } from '@tanstack/react-query';
import { Badge } from 'antd';
import { Ticket as TicketIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { useAuth } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { useUnread } from '../messages/unread.ts';

/** The header's way to what waits for a decision, with its number (docs/behaviour/start-and-views.md#header). A new message brings a new look. */
export function TicketBell() {
  const { t } = useTranslation('tickets');
  const { profile } = useAuth();
  const unread = useUnread();
  const asked = { assignees__id: profile.id, status: 'open', offset: 0, limit: 15, display: 1, draw: 1 } as const;
  const { data: waiting = 0 } = useQuery({
    queryKey: [...keyOf('tickets', 'list', asked), unread],
    queryFn: async ({ signal }) => (await client.tickets.list(asked, { signal })).count,
    placeholderData: (before) => before,
  });
  const label = waiting > 0 ? t('waiting', { count: waiting }) : t('assigned');
  return (
    <Link to="/tickets/assigned-tickets" className="p-icon-button" title={label} aria-label={label}>
      <Badge count={waiting} overflowCount={99} size="small" offset={[2, -2]}>
        <TicketIcon size={16} strokeWidth={1.75} aria-hidden="true" />
      </Badge>
    </Link>
  );
}
