import { Button } from '@postern/ui';
import { Checkbox, Modal } from 'antd';
import { useState } from 'react';
import type { SessionTab } from '../sessions/tabs-state.ts';
import { useTranslate } from '../shell/language.tsx';
import { refusedWords } from '../shell/refused.ts';
import { shellWords } from '../shell/words.ts';

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
    <Modal
      open
      width={480}
      title={title}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t(shellWords.cancel)}</Button>
          <Button type="primary" refused={there.length < least && t(refusedWords.fewSessions, { count: least })} onClick={choose}>
            {action}
          </Button>
        </>
      }
    >
      <Checkbox.Group className="pt-choose" value={[...there]} onChange={(next) => setKeys(next)}>
        {sessions.map((tab) => (
          <Checkbox key={tab.key} value={tab.key}>
            {tab.title} <span className="pt-choose-where">{`${tab.account}@${tab.target.address}`}</span>
          </Checkbox>
        ))}
      </Checkbox.Group>
    </Modal>
  );
}
