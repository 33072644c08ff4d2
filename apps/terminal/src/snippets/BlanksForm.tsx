import { Form, Input } from 'antd';
import { useState } from 'react';
import { Dialog } from '../shell/Dialog.tsx';
import { useTranslate } from '../shell/language.tsx';
import { refusedWords } from '../shell/refused.ts';
import { blanksOf, filled } from './variables.ts';

const VALUE_MAX = 1024;

interface BlanksFormProps {
  title: string;
  action: string;
  command: string;
  onClose: () => void;
  onFilled: (command: string) => void;
}

/** Asks for what is blank in a command, and shows what becomes of it. */
export function BlanksForm({ title, action, command, onClose, onFilled }: BlanksFormProps) {
  const t = useTranslate();
  const names = blanksOf(command);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const all = Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
  const ready = names.every((name) => all[name] !== '');
  const done = (): void => {
    if (ready) onFilled(filled(command, all));
  };
  return (
    <Dialog keeps="beside" width={480} title={title} verb={action} refused={!ready && t(refusedWords.blanks)} run={done} onClose={onClose}>
      <Form layout="vertical" onFinish={done}>
        {names.map((name, at) => (
          <Form.Item key={name} label={name} htmlFor={`blank-${at}`}>
            <Input
              id={`blank-${at}`}
              className="p-mono"
              autoFocus={at === 0}
              autoComplete="off"
              spellCheck={false}
              maxLength={VALUE_MAX}
              value={all[name] ?? ''}
              onChange={({ target }) => setValues((now) => ({ ...now, [name]: target.value }))}
              onPressEnter={done}
            />
          </Form.Item>
        ))}
        <pre className="pt-snippet-preview p-mono">
          {filled(command, Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')))}
        </pre>
      </Form>
    </Dialog>
  );
}
