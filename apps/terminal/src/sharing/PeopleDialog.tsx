import type { FrameType, SessionMember } from '@postern/contract/frames';
import { useConfirm } from '@postern/ui';
import { Button } from 'antd';
import { Eye, Keyboard, UserMinus } from 'lucide-react';
import { Dialog } from '../shell/Dialog.tsx';
import { useTranslate } from '../shell/language.tsx';
import { shellWords } from '../shell/words.ts';
import { ShareForm } from './ShareForm.tsx';
import { ShareList } from './ShareList.tsx';
import type { SessionPeople } from './useSessionPeople.ts';
import { sharingWords } from './words.ts';
import './sharing.css';

interface PeopleDialogProps {
  people: SessionPeople;
  /** The session of whoever owns it, while it can be shared; null for everybody else. */
  session: string | null;
  ask: (type: FrameType, data: object) => void;
  onClose: () => void;
}

/** Who is in a session; its owner takes people out and invites others. */
export function PeopleDialog({ people, session, ask, onClose }: PeopleDialogProps) {
  const t = useTranslate();
  const confirm = useConfirm();
  const several = people.members.length > 1;
  const takeOut = async (member: SessionMember): Promise<void> => {
    const agreed = await confirm({
      title: t(sharingWords.removeTitle, { user: member.user }),
      text: t(sharingWords.removeText),
      action: t(sharingWords.takeOut),
      cancel: t(shellWords.cancel),
      danger: true,
    });
    if (agreed) ask('TERMINAL_SHARE_USER_REMOVE', { session, user_meta: member });
  };
  return (
    <Dialog
      width={460}
      title={t(several ? sharingWords.title : sharingWords.invite)}
      footer={null}
      onClose={() => {
        people.forget();
        onClose();
      }}
    >
      {several ? (
        <ul className="pt-people">
          {people.members.map((member) => {
            const mine = session === null ? member.terminal_id === people.me : member.primary;
            const Sign = member.writable ? Keyboard : Eye;
            return (
              <li key={member.terminal_id}>
                <Sign size={15} strokeWidth={1.75} aria-hidden="true" />
                <span className="pt-people-name">
                  {member.user}
                  {mine ? <small> ({t(sharingWords.me)})</small> : null}
                </span>
                <span className="pt-people-may">
                  {t(member.primary ? sharingWords.owner : member.writable ? sharingWords.writes : sharingWords.reads)}
                </span>
                {session !== null && !member.primary ? (
                  <Button
                    size="small"
                    type="text"
                    danger
                    icon={<UserMinus size={14} />}
                    aria-label={t(sharingWords.remove, { user: member.user })}
                    title={t(sharingWords.remove, { user: member.user })}
                    onClick={() => void takeOut(member)}
                  />
                ) : null}
              </li>
            );
          })}
        </ul>
      ) : null}
      {session === null ? null : (
        <>
          <ShareList
            session={session}
            made={people.made?.share_id ?? null}
            onWithdrawn={(id) => {
              if (people.made?.share_id === id) people.forget();
            }}
          />
          <ShareForm people={people} session={session} ask={ask} titled={several} />
        </>
      )}
    </Dialog>
  );
}
