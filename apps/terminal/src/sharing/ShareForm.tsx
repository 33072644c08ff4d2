import type { FrameType, SharePermission } from '@postern/contract/frames';
import { CopyableText, useCopy } from '@postern/ui';
import { Button, Form, Segmented, Select } from 'antd';
import { Copy, Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslate } from '../shell/language.tsx';
import { shellWords } from '../shell/words.ts';
import type { SessionPeople } from './useSessionPeople.ts';
import { sharingWords } from './words.ts';

const MINUTES = [1, 5, 10, 20, 60];
/** Milliseconds between two letters after which somebody is looked for. */
const SETTLE_MS = 200;

interface ShareFormProps {
  people: SessionPeople;
  session: string;
  ask: (type: FrameType, data: object) => void;
  /** Stands below other things. */
  titled: boolean;
}

/** Makes a link to a session with a code, and shows both until the dialog closes. */
export function ShareForm({ people, session, ask, titled }: ShareFormProps) {
  const t = useTranslate();
  const [minutes, setMinutes] = useState(10);
  const [permission, setPermission] = useState<SharePermission>('writable');
  const [users, setUsers] = useState<{ value: string; label: string }[]>([]);
  const [search, setSearch] = useState('');
  const [waiting, setWaiting] = useState(false);
  const { made, found, refusals } = people;

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer of either kind is one
  useEffect(() => setWaiting(false), [made, refusals]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when another name is typed, and by nothing else
  useEffect(() => {
    const timer = setTimeout(() => ask('TERMINAL_GET_SHARE_USER', { query: search }), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [search]);

  const title = titled ? <h3>{t(sharingWords.invite)}</h3> : null;
  if (made)
    return (
      <div className="pt-share">
        {title}
        <Made {...made} onAnother={people.forget} />
      </div>
    );
  const share = (): void => {
    setWaiting(true);
    ask('TERMINAL_SHARE', { session, expired_time: minutes, users: users.map(({ value }) => value), action_permission: permission });
  };
  return (
    <Form layout="vertical" className="pt-share" onFinish={share}>
      {title}
      <Form.Item label={t(sharingWords.may)}>
        <Segmented
          block
          aria-label={t(sharingWords.may)}
          value={permission}
          onChange={setPermission}
          options={[
            { value: 'writable', label: t(sharingWords.writes) },
            { value: 'readonly', label: t(sharingWords.reads) },
          ]}
        />
      </Form.Item>
      <Form.Item label={t(sharingWords.minutes)}>
        <Segmented
          block
          aria-label={t(sharingWords.minutes)}
          value={minutes}
          onChange={setMinutes}
          options={MINUTES.map((count) => ({ value: count, label: t(sharingWords.minute, { count }) }))}
        />
      </Form.Item>
      <Form.Item label={t(sharingWords.forWhom)} htmlFor="share-for">
        <Select
          id="share-for"
          mode="multiple"
          labelInValue
          maxCount={200}
          placeholder={t(sharingWords.anybody)}
          value={users}
          onChange={setUsers}
          showSearch={{ filterOption: false, onSearch: setSearch }}
          options={found.map(({ id, name, username }) => ({ value: id, label: `${name}(${username})` }))}
        />
      </Form.Item>
      <div className="pt-share-buttons">
        <Button type="primary" htmlType="submit" icon={<Link2 size={14} />} loading={waiting}>
          {t(sharingWords.create)}
        </Button>
      </div>
    </Form>
  );
}

/** A link and its code. */
function Made({ share_id, code, onAnother }: { share_id: string; code: string; onAnother: () => void }) {
  const t = useTranslate();
  const link = `${window.location.origin}/luna/share/${share_id}`;
  const labels = { copy: t(shellWords.copy), copied: t(shellWords.copied) };
  const [done, copy] = useCopy(`${link}\n${t(sharingWords.code)}: ${code}`);
  return (
    <>
      <dl>
        <dt>{t(sharingWords.link)}</dt>
        <dd data-testid="share-link">
          <CopyableText value={link} mono labels={labels} />
        </dd>
        <dt>{t(sharingWords.code)}</dt>
        <dd data-testid="share-code">
          <CopyableText value={code} mono labels={labels} />
        </dd>
      </dl>
      <p className="pt-share-hint">{t(sharingWords.once)}</p>
      <div className="pt-share-buttons">
        <Button onClick={onAnother}>{t(sharingWords.another)}</Button>
        <Button type="primary" icon={<Copy size={14} />} onClick={copy}>
          {done ? labels.copied : t(sharingWords.copyBoth)}
        </Button>
      </div>
    </>
  );
}
