import { Button } from '@postern/ui';
import { Form, Input } from 'antd';
import '@xterm/xterm/css/xterm.css';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { endpointBase } from '../sessions/SessionPanes.tsx';
import { TerminalPane } from '../sessions/TerminalPane.tsx';
import { useTranslate } from '../shell/language.tsx';
import { refusedWords } from '../shell/refused.ts';
import { useServices } from '../shell/services.tsx';
import { useSessionKeys } from '../shell/useSessionKeys.ts';
import { terminalUrl } from '../transport/endpoint.ts';
import { sharingWords } from './words.ts';
import './sharing.css';

/** Comes to a session that somebody shares: asks for the code first, then shows the terminal (docs/behaviour/terminal.md#sharing). */
export function SharePage() {
  const { id = '' } = useParams();
  const { api } = useServices();
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const given = typed.trim();
  useSessionKeys();

  if (code === null) {
    return (
      <main className="pt-centre">
        <Form className="pt-code" layout="vertical" onFinish={() => given !== '' && setCode(given)}>
          <Users size={30} strokeWidth={1.5} aria-hidden="true" />
          <h1>{t(sharingWords.pageTitle)}</h1>
          <p>{t(sharingWords.pageText)}</p>
          <Input
            autoFocus
            className="p-mono"
            size="large"
            maxLength={16}
            autoComplete="off"
            spellCheck={false}
            aria-label={t(sharingWords.code)}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="primary" size="large" htmlType="submit" block refused={given === '' && t(refusedWords.empty)}>
            {t(sharingWords.join)}
          </Button>
        </Form>
      </main>
    );
  }
  return (
    <main className="pt-view">
      <h1 className="p-visually-hidden">{t(sharingWords.pageTitle)}</h1>
      <TerminalPane
        input={{
          address: async () => terminalUrl(await endpointBase(api, {}), { share: id }, Date.now()),
          attempt: 1,
          viewer: false,
          guest: { code },
          name: t(sharingWords.pageTitle),
          visible: true,
          onPhase: () => undefined,
        }}
      />
    </main>
  );
}
