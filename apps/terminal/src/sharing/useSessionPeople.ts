import type { SessionMember, SharePerson } from '@postern/contract/frames';
import { toast } from '@postern/ui';
import { useMemo, useRef, useState } from 'react';
import { useTranslate } from '../shell/language.tsx';
import type { News } from '../transport/codec.ts';
import { sharingWords } from './words.ts';

interface Heard {
  members: readonly SessionMember[];
  /** Which of them is this page, unless it is the owner's. */
  me: string;
  /** The link that was made last. */
  made: { share_id: string; code: string } | null;
  found: readonly SharePerson[];
  paused: { user: string; reason: string } | null;
  watchers: readonly string[];
  /** How often something was refused: who waits for a link waits no longer. */
  refusals: number;
}

/** The people around a session, as far as the gateway tells of them. */
export interface SessionPeople extends Heard {
  hear(news: News, me: string): void;
  /** Something was refused, in the words of the core. */
  refused(detail: string): void;
  /** Forgets the link that was made. */
  forget(): void;
  /** Another connection: nobody is known any more. */
  reset(): void;
}

const NOBODY: Heard = { members: [], me: '', made: null, found: [], paused: null, watchers: [], refusals: 0 };

/** Keeps what is said about the people around a session, and tells in a toast who comes and goes. */
export function useSessionPeople(): SessionPeople {
  const t = useTranslate();
  const [heard, setHeard] = useState(NOBODY);
  const speak = useRef(t);
  speak.current = t;

  const actions = useMemo(() => {
    const change = (part: Partial<Heard>): void => setHeard((now) => ({ ...now, ...part }));
    return {
      hear(news: News, me: string) {
        if (news.kind === 'shared') change({ made: { share_id: news.share_id, code: news.code } });
        else if (news.kind === 'people') change({ found: news.people });
        else if (news.kind === 'members') change({ members: news.members, me });
        else if (news.kind === 'joined') toast.info(speak.current(sharingWords.joined, { user: news.member.user }));
        else if (news.kind === 'left') toast.info(speak.current(sharingWords.left, { user: news.member.user }));
        else if (news.kind === 'paused') change({ paused: { user: news.user, reason: news.reason } });
        else if (news.kind === 'resumed') change({ paused: null });
        else change({ watchers: news.users });
      },
      refused(detail: string) {
        toast.error(detail || speak.current(sharingWords.failed));
        setHeard((now) => ({ ...now, refusals: now.refusals + 1 }));
      },
      forget: () => change({ made: null, found: [] }),
      reset: () => setHeard(NOBODY),
    };
  }, []);
  return { ...heard, ...actions };
}
