import { Button, dayNames } from '@postern/ui';
import './fields.css';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from './field-props.ts';
import { ALL_WEEK, DAYS, NO_WEEK, readWeek, SLOTS, slotTime, spansOf, type Week, withRange, writeWeek } from './week-time.ts';

type Place = readonly [row: number, slot: number];

const STEPS: Readonly<Record<string, Place>> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** Names of the days from Monday on. */
function daysFromMonday(language: string): string[] {
  const [sunday = '', ...others] = dayNames(language);
  return [...others, sunday];
}

/** Half hours of a week on a grid: dragged over, or walked with the arrow keys and toggled with space. */
export function WeekTimeInput({ id, value, onChange, disabled }: InputProps) {
  const { t, i18n } = useTranslation('fields');
  const days = useMemo(() => daysFromMonday(i18n.language), [i18n.language]);
  const week = useMemo(() => readWeek(value), [value]);
  const grid = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState<Place>([0, 18]);
  const [drag, setDrag] = useState<{ from: Place; to: Place; on: boolean }>();
  const shown: Week = drag ? withRange(week, drag.from, drag.to, drag.on) : week;

  // A drag may end anywhere, also outside of the window's edge.
  useEffect(() => {
    if (!drag) return;
    const end = () => {
      onChange?.(writeWeek(withRange(week, drag.from, drag.to, drag.on)));
      setDrag(undefined);
    };
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
    return () => {
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
    };
  }, [drag, week, onChange]);

  const placeOf = (target: EventTarget): Place | undefined => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-slot]') : null;
    return cell ? [Number(cell.dataset.row), Number(cell.dataset.slot)] : undefined;
  };
  const start = (event: PointerEvent) => {
    const place = placeOf(event.target);
    if (!place || disabled || event.button !== 0) return;
    setAt(place);
    setDrag({ from: place, to: place, on: !week[place[0]]?.[place[1]] });
  };
  const over = (event: PointerEvent) => {
    // A finger keeps its first cell as the target, so that the row can be scrolled: it sets one half hour at a time.
    const place = event.pointerType === 'touch' ? undefined : placeOf(event.target);
    if (drag && place) setDrag({ ...drag, to: place });
  };
  const press = (event: KeyboardEvent) => {
    const [row, slot] = at;
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      const next: Place = [Math.min(DAYS - 1, Math.max(0, row + step[0])), Math.min(SLOTS - 1, Math.max(0, slot + step[1]))];
      // Shift takes the state of the half hour along.
      if (event.shiftKey && !disabled) onChange?.(writeWeek(withRange(week, at, next, week[row]?.[slot] === true)));
      setAt(next);
      grid.current?.querySelector<HTMLElement>(`[data-row="${next[0]}"][data-slot="${next[1]}"]`)?.focus();
    } else if ((event.key === ' ' || event.key === 'Enter') && !disabled) {
      event.preventDefault();
      onChange?.(writeWeek(withRange(week, at, at, !week[row]?.[slot])));
    }
  };

  return (
    <div className={`s-week${disabled ? ' is-disabled' : ''}`}>
      <div className="s-week-scroll">
        <table
          ref={grid}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are operated is a grid (ARIA practices)
          role="grid"
          id={id}
          aria-label={t('week.label')}
          aria-disabled={disabled ?? false}
          aria-multiselectable
          onPointerDown={start}
          onPointerOver={over}
          onKeyDown={press}
        >
          <thead>
            <tr>
              <td className="s-week-head" />
              {Array.from({ length: SLOTS / 4 }, (_, hour) => (
                <th key={slotTime(hour * 4)} scope="colgroup" colSpan={4}>
                  {hour * 2}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((slots, row) => (
              <tr key={days[row]}>
                <th scope="row" className="s-week-head">
                  {days[row]}
                </th>
                {slots.map((on, slot) => (
                  <td
                    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid
                    role="gridcell"
                    key={slotTime(slot)}
                    data-row={row}
                    data-slot={slot}
                    tabIndex={at[0] === row && at[1] === slot ? 0 : -1}
                    aria-selected={on}
                    aria-label={t('week.cell', { day: days[row], from: slotTime(slot), to: slotTime(slot + 1) })}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="s-week-foot">
        <p className="s-input-hint">{t('week.hint')}</p>
        <span>
          <Button size="small" locked={disabled} onClick={() => onChange?.(writeWeek(ALL_WEEK))}>
            {t('week.all')}
          </Button>
          <Button size="small" locked={disabled} onClick={() => onChange?.(writeWeek(NO_WEEK))}>
            {t('week.clear')}
          </Button>
        </span>
      </div>
      <Summary week={shown} days={days} />
    </div>
  );
}

/** The chosen times in words, a line per day. */
function Summary({ week, days }: { week: Week; days: readonly string[] }) {
  const { t } = useTranslation('fields');
  const lines = week.flatMap((row, at) => {
    const spans = spansOf(row);
    if (spans.length === 0) return [];
    const whole = spans[0]?.[0] === 0 && spans[0][1] === SLOTS;
    const text = whole
      ? t('week.whole')
      : spans.map(([from, to]) => `${slotTime(from)}–${to === SLOTS ? '24:00' : slotTime(to)}`).join(' · ');
    return [{ day: days[at] ?? '', text }];
  });
  if (lines.length === 0) return <p className="s-input-hint">{t('week.none')}</p>;
  return (
    <dl className="s-week-summary">
      {lines.map(({ day, text }) => (
        <div key={day}>
          <dt>{day}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
