import { Checkbox } from 'antd';
import { useState } from 'react';
import type { SessionTab } from '../sessions/tabs-state.ts';
import { Dialog } from '../shell/Dialog.tsx';
import { useTranslate } from '../shell/language.tsx';
import { refusedWords } from '../shell/refused.ts';

interface ChooseSessionsProps {
  title: string;
  action: string;
  /** Fewest that make sense. */
  least: number;
  sessions: readonly SessionTab[];
  chosen: readonly string[];
  onClose: () => void;
  onChoose: (keys: readonly string[]) => void;
}

/** Asks which sessions. */
export function ChooseSessions({ title, action, least, sessions, chosen, onClose, onChoose }: ChooseSessionsProps) {
  const t = useTranslate();
  const [keys, setKeys] = useState<readonly string[]>(chosen);
  const there = keys.filter((key) => sessions.some((tab) => tab.key === key));
  const choose = (): void => {
    onChoose(there);
    onClose();
  };
  return (
    <Dialog
      width={480}
      title={title}
      verb={action}
      refused={there.length < least && t(refusedWords.fewSessions, { count: least })}
      run={choose}
      onClose={onClose}
    >
      <Checkbox.Group className="pt-choose" value={[...there]} onChange={(next) => setKeys(next)}>
        {sessions.map((tab) => (
          <Checkbox key={tab.key} value={tab.key}>
            {tab.title} <span className="pt-choose-where">{`${tab.account}@${tab.target.address}`}</span>
          </Checkbox>
        ))}
      </Checkbox.Group>
    </Dialog>
  );
}
