import { percentText } from '@postern/ui';
import './transfer.css';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFileCheck } from '../../fields/file-parts.tsx';
import { errorMessage, isGivenUp } from '../../session/errors.ts';

/** A large file over a slow line. */
const LONGEST_MS = 1_800_000;

/** How the upload of a file is carried: told how much has gone, given up with the dialog. */
export interface UploadOptions {
  onSent: (gone: number) => void;
  signal: AbortSignal;
  timeout: number;
}

/** Sends one file at a time, and says how far it is and why it was refused. Given up when what draws it goes. */
export function useUpload(accept: string, most: number) {
  const { problem, setProblem, check } = useFileCheck(accept, most);
  const [sent, setSent] = useState<number>();
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);
  return {
    problem,
    check,
    /** The share that has gone, while one is on its way. */
    sent,
    busy: sent !== undefined,
    /** @returns undefined when it was refused, which `problem` says */
    send: async <T,>(file: File, field: string, call: (form: FormData, options: UploadOptions) => Promise<T>): Promise<T | undefined> => {
      const way = new AbortController();
      under.current = way;
      setSent(0);
      setProblem('');
      const form = new FormData();
      form.set(field, file);
      try {
        return await call(form, { onSent: (gone) => setSent(Math.min(1, gone / file.size)), signal: way.signal, timeout: LONGEST_MS });
      } catch (error) {
        if (!isGivenUp(error)) setProblem(errorMessage(error));
        return undefined;
      } finally {
        setSent(undefined);
      }
    },
  };
}

/** How much has gone; once all has, the server reads it. */
export function UploadProgress({ share }: { share: number }) {
  const { t, i18n } = useTranslation('transfer');
  const percent = percentText(share, i18n.language);
  return (
    <div className="s-upload-progress">
      <progress aria-label={t('upload.progress')} {...(share < 1 ? { value: share, max: 1 } : {})} />
      <span className="s-note" role="status">
        {share < 1 ? t('upload.sending', { percent }) : t('upload.reading')}
      </span>
    </div>
  );
}
