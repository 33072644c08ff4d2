import { toast, useConfirm } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link2Off } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslate } from '../shell/language.tsx';
import { useServices } from '../shell/services.tsx';
import { shellWords } from '../shell/words.ts';
import type { Share } from '../transport/api.ts';
import { sharingWords } from './words.ts';

interface ShareListProps {
  session: string;
  /** The link that was made last: one more of them. */
  made: string | null;
  /** One was taken back. */
  onWithdrawn: (id: string) => void;
}

/** The links to a session; whoever takes one back sends away who came by it. Nothing where there is none. */
export function ShareList({ session, made, onWithdrawn }: ShareListProps) {
  const { api } = useServices();
  const t = useTranslate();
  const confirm = useConfirm();
  const { data, refetch } = useQuery({ queryKey: ['shares', session], queryFn: () => api.shares(session) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again with every link that is made, also when the dialog is opened again
  useEffect(() => void refetch(), [made, refetch]);

  const withdraw = async (share: Share): Promise<void> => {
    const agreed = await confirm({
      title: t(sharingWords.withdrawTitle),
      text: t(sharingWords.withdrawText),
      action: t(sharingWords.withdraw),
      cancel: t(shellWords.cancel),
      danger: true,
    });
    if (!agreed) return;
    try {
      await api.withdrawShare(share.id);
      onWithdrawn(share.id);
    } catch {
      toast.error(t(sharingWords.withdrawFailed));
    }
    await refetch();
  };
  if (!data?.length) return null;
  return (
    <section className="pt-shares">
      <h3>{t(sharingWords.links)}</h3>
      <ul className="pt-people">
        {data.map((share) => {
          const left = Math.ceil((share.made + share.minutes * 60_000 - Date.now()) / 60_000);
          const what = `${t(share.writable ? sharingWords.writes : sharingWords.reads)} · ${share.people.join(', ') || t(sharingWords.anybody)}`;
          return (
            <li key={share.id}>
              <span className="pt-people-name" title={what}>
                {what}
              </span>
              <span className="pt-people-may">{left > 0 ? t(sharingWords.left_minutes, { count: left }) : t(sharingWords.nobodyMore)}</span>
              <Button size="small" type="text" danger icon={<Link2Off size={14} />} onClick={() => void withdraw(share)}>
                {t(sharingWords.withdraw)}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
