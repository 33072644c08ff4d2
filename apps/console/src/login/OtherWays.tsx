import { AtSign, Fingerprint, Hash, IdCard, KeyRound, Landmark, type LucideIcon, MessagesSquare, Send } from 'lucide-react';
import type { LoginMethod } from '../session/session-types.ts';
import { useWords } from './use-words.ts';

/** Pictures of the kinds of places that have none of their own. */
const KINDS: Readonly<Record<string, LucideIcon | undefined>> = {
  openid: Fingerprint,
  saml2: IdCard,
  cas: Landmark,
  wecom: MessagesSquare,
  dingtalk: AtSign,
  feishu: Send,
  slack: Hash,
};

function Picture({ source, icon }: LoginMethod) {
  const Kind = KINDS[source] ?? KeyRound;
  return icon === null ? <Kind size={16} aria-hidden="true" /> : <img src={icon} alt="" width={18} height={18} />;
}

/** The page a person asked for goes along, so that they come back to it. */
function addressOf({ url }: LoginMethod): string {
  const next = new URLSearchParams(location.search).get('next');
  return next ? `${url}?next=${encodeURIComponent(next)}` : url;
}

/** Places that know the person already: one press instead of name and password. */
export function OtherWays({ methods }: { methods: readonly LoginMethod[] }) {
  const words = useWords();
  if (methods.length === 0) return null;
  return (
    <nav className="ways" aria-label={words('otherWays')}>
      <p className="ways__or">{words('otherWays')}</p>
      {methods.map((method) => (
        <a key={method.url} className="plain ways__way" href={addressOf(method)}>
          <Picture {...method} />
          {method.name}
        </a>
      ))}
    </nav>
  );
}
