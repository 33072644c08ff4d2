import type { TransferKind } from '@postern/contract/zmodem';
import { Button } from 'antd';
import { FolderOpen, FolderX } from 'lucide-react';
import { useTranslate } from '../shell/language.tsx';
import { sessionWords } from './words.ts';

interface TransferBarProps {
  kind: TransferKind;
  /** Whether the permission allows it. */
  allowed: boolean;
  /** Opens the files of the asset; absent where they are not offered. */
  onFiles?: (() => void) | undefined;
  /** Ends the program that waits. */
  onStop: () => void;
}

/** `rz` or `sz` waits for the other end, which is not here: files go through the file manager (docs/behaviour/terminal.md#rz-and-sz). */
export function TransferBar({ kind, allowed, onFiles, onStop }: TransferBarProps) {
  const t = useTranslate();
  const upload = kind === 'upload';
  const open = allowed && onFiles ? onFiles : undefined;
  const Icon = open ? FolderOpen : FolderX;
  const why = open
    ? t(upload ? sessionWords.rzInstead : sessionWords.szInstead)
    : !allowed
      ? t(upload ? sessionWords.rzRefused : sessionWords.szRefused)
      : t(sessionWords.noFiles);
  return (
    <div className="pt-ended pt-transfer" role="alert">
      <Icon className="pt-ended-sign" size={16} strokeWidth={1.75} aria-hidden="true" />
      <p>
        {t(upload ? sessionWords.rzWaits : sessionWords.szWaits)} {why}
      </p>
      <Button size="small" onClick={onStop}>
        {t(upload ? sessionWords.rzStop : sessionWords.szStop)}
      </Button>
      {open ? (
        <Button
          size="small"
          type="primary"
          onClick={() => {
            onStop();
            open();
          }}
        >
          {t(upload ? sessionWords.uploadThere : sessionWords.downloadThere)}
        </Button>
      ) : null}
    </div>
  );
}
