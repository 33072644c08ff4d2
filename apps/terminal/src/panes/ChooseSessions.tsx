import { Checkbox } from 'antd';
import { useState } from 'react';
import type { SessionTab } from '../sessions/tabs-state.ts';
import { Dialog } from '../shell/Dialog.tsx';

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
  const [keys, setKeys] = useState<readonly string[]>(chosen);
  const there = keys.filter((key) => sessions.some((tab) => tab.key === key));
  return (
    <Dialog
      width={480}
      title={title}
      okText={action}
      okButtonProps={{ disabled: there.length < least }}
      onClose={onClose}
      onOk={() => {
        onChoose(there);
        onClose();
      }}
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
