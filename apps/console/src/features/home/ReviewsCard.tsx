import { exactTime, parseServerDate, Surface } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { client } from '../../session/http.ts';
import { pageOf, RESOURCES } from '../resources.ts';
import { SHOWN } from './Latest.tsx';

const WAITING = { waiting: '1', limit: SHOWN, offset: 0 } as const;

/** Access reviews in which the person has something left to decide; nothing where there is none, as few people ever review. */
export function ReviewsCard() {
  const { t, i18n } = useTranslation(['reviews', 'workbench']);
  const waiting = useQuery({
    queryKey: [...keyOf('ownAccessReviews'), 'waiting'],
    queryFn: ({ signal }) => client.ownAccessReviews.list(WAITING, { signal }),
  });
  const rows = waiting.data?.results ?? [];
  if (rows.length === 0) return null;
  const dueOf = (value: string | null | undefined): string => {
    const date = parseServerDate(value);
    return date ? exactTime(date, i18n.language) : '';
  };
  return (
    <Surface
      title={t('home.title')}
      actions={
        <Link className="home-all" to={RESOURCES.ownReview.path}>
          {t('workbench:all')}
        </Link>
      }
    >
      <ul className="s-latest">
        {rows.map(({ id, name, progress, date_due: due }) => (
          <li key={id} className="p-row">
            <span className="home-name">
              <Link to={pageOf('ownReview', id)}>{name}</Link>
              <small>{t('home.left', { count: progress.undecided, due: dueOf(due) })}</small>
            </span>
          </li>
        ))}
      </ul>
    </Surface>
  );
}
