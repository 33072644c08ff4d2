import { PAGE_SIZES, type PageSize, pageSizeOf } from '@postern/contract/preferences';
import { numberText, WhyNot } from '@postern/ui';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { pageWindow } from '../../model/pager.ts';
import { useUnless } from '../../session/useRefusals.ts';

interface Props {
  page: number;
  size: number;
  total: number;
  onChange: (part: { page: number; size?: PageSize }) => void;
}

/** Pages of a list: five at a time, and how many rows each has (docs/behaviour/lists.md#paging). Nothing while all rows fit on the smallest page. */
export function Pager({ page, size, total, onChange }: Props) {
  const { t, i18n } = useTranslation('lists');
  const unless = useUnless();
  if (total <= PAGE_SIZES[0]) return null;
  const pages = Math.max(1, Math.ceil(total / size));
  const number = (value: number) => numberText(value, i18n.language);
  const shown = pageWindow(page, pages);
  const at = (target: number) => (
    <button
      key={target}
      type="button"
      className="s-pager-page"
      aria-current={target === page ? 'page' : undefined}
      aria-label={t('pager.page', { page: number(target) })}
      onClick={() => onChange({ page: target })}
    >
      {number(target)}
    </button>
  );
  return (
    <nav className="s-pager" aria-label={t('pager.pages')}>
      <WhyNot reason={unless(page > 1, 'refused:first')}>
        <button
          type="button"
          className="s-pager-page"
          data-pager="previous"
          aria-label={t('pager.previous')}
          onClick={() => onChange({ page: page - 1 })}
        >
          <ChevronLeft size={16} aria-hidden />
        </button>
      </WhyNot>
      {!shown.includes(1) && [at(1), !shown.includes(2) && <span key="before">…</span>]}
      {shown.map(at)}
      {!shown.includes(pages) && [!shown.includes(pages - 1) && <span key="after">…</span>, at(pages)]}
      <WhyNot reason={unless(page < pages, 'refused:end')}>
        <button
          type="button"
          className="s-pager-page"
          data-pager="next"
          aria-label={t('pager.next')}
          onClick={() => onChange({ page: page + 1 })}
        >
          <ChevronRight size={16} aria-hidden />
        </button>
      </WhyNot>
      <select
        className="p-box"
        aria-label={t('pager.size')}
        value={size}
        onChange={(event) => onChange({ size: pageSizeOf(Number(event.target.value)) ?? PAGE_SIZES[0], page: 1 })}
      >
        {PAGE_SIZES.map((count) => (
          <option key={count} value={count}>
            {t('pager.perPage', { count })}
          </option>
        ))}
      </select>
    </nav>
  );
}
