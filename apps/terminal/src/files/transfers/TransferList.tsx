import { IconButton, sizeText } from '@postern/ui';
import { Progress } from 'antd';
import { Download, Pause, Play, RotateCcw, Upload, X } from 'lucide-react';
import { clockText } from '../../sessions/figures.ts';
import { useLanguage, useTranslate } from '../../shell/language.tsx';
import { failureLine } from '../failures.ts';
import { visibleName } from '../names.ts';
import { fileWords } from '../words.ts';
import { isOver, type TransferQueue } from './queue.ts';
import type { Transfer, TransferState } from './transfer.ts';

const STATES = {
  waiting: fileWords.waiting,
  paused: fileWords.paused,
  asking: fileWords.asking,
  done: fileWords.done,
  cancelled: fileWords.cancelled,
  failed: fileWords.failed,
} as const satisfies Record<Exclude<TransferState, 'running'>, unknown>;

/** What goes up and down, and how far it is. */
export function TransferList({ transfers, queue }: { transfers: readonly Transfer[]; queue: TransferQueue }) {
  const t = useTranslate();
  if (transfers.length === 0) return null;
  return (
    <section className="pf-transfers" aria-label={t(fileWords.transfers)}>
      <header>
        <h2>{t(fileWords.transfers)}</h2>
        {transfers.some(isOver) ? (
          <button type="button" className="p-bare pf-clear" onClick={queue.clear}>
            {t(fileWords.clearDone)}
          </button>
        ) : null}
      </header>
      <ul>
        {transfers.map((one) => (
          <Line key={one.id} transfer={one} queue={queue} />
        ))}
      </ul>
    </section>
  );
}

function Line({ transfer, queue }: { transfer: Transfer; queue: TransferQueue }) {
  const t = useTranslate();
  const { id, state, way, failure } = transfer;
  const name = visibleName(transfer.name);
  const Icon = way === 'upload' ? Upload : Download;
  const share = transfer.total ? Math.min(100, (transfer.bytes / transfer.total) * 100) : state === 'done' ? 100 : 0;
  const button = (icon: typeof Pause, label: (typeof fileWords)['pause'], press: () => void) => (
    <IconButton icon={icon} label={t(label, { name })} onClick={press} />
  );
  return (
    <li className={`pf-transfer pf-transfer--${state}`} data-state={state}>
      <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
      <div className="pf-transfer-words">
        <bdi title={`${visibleName(transfer.place)}/${name}`}>{name}</bdi>
        <span className="pf-transfer-facts">{failure ? failureLine(t, failure) : <Facts transfer={transfer} />}</span>
        {state === 'running' || state === 'paused' || state === 'asking' ? (
          <Progress
            percent={share}
            showInfo={false}
            size={{ height: 4 }}
            aria-label={name}
            {...(state === 'running' ? { status: 'active' as const } : {})}
          />
        ) : null}
      </div>
      {state === 'running' ? button(Pause, fileWords.pause, () => queue.pause(id)) : null}
      {state === 'paused' ? button(Play, fileWords.resume, () => queue.resume(id)) : null}
      {state === 'failed' ? button(RotateCcw, fileWords.retry, () => queue.retry(id)) : null}
      {state === 'done' || state === 'cancelled' ? null : button(X, fileWords.cancel, () => queue.cancel(id))}
    </li>
  );
}

/** `12 MB / 64 MB · 8 MB/s · 0:06 left`, as far as it is known. */
function Facts({ transfer }: { transfer: Transfer }) {
  const t = useTranslate();
  const { language } = useLanguage();
  const { state, bytes, total, speed, files, skipped } = transfer;
  const size = (value: number): string => sizeText(value, language);
  const facts = [
    ...(state === 'running' ? [] : [t(STATES[state])]),
    total === null || state === 'done' ? size(bytes) : `${size(bytes)} / ${size(total)}`,
    ...(files > 1 || total === null ? [t(fileWords.filesDone, { count: files })] : []),
    ...(skipped > 0 ? [t(fileWords.filesSkipped, { count: skipped })] : []),
    ...(state === 'running' && speed > 0 ? [t(fileWords.speed, { size: size(speed) })] : []),
    ...(state === 'running' && speed > 0 && total !== null ? [t(fileWords.timeLeft, { time: clockText((total - bytes) / speed) })] : []),
  ];
  return facts.join(' · ');
}
