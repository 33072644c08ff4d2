import { useEffect, useState } from 'react';
import { checkLink, type LinkInfo, type LoginError, setPasswordByLink } from './login-api.ts';
import { dropToken } from './reset-token.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { useWords } from './use-words.ts';
import { useNewPassword } from './useNewPassword.tsx';

interface Props {
  token: string;
  onRefused: (failure: LoginError | undefined) => void;
  /** Asks for another link; undefined when none can be sent from here. */
  onForgot: (() => void) | undefined;
  onLogin: () => void;
}

/** A new password by the link of a mail. It opens no session: whoever has set it logs in like everybody. */
export function ResetForm({ token, onRefused, onForgot, onLogin }: Props) {
  const words = useWords();
  const [state, setState] = useState<'checking' | 'open' | 'dead' | 'done'>('checking');
  const [info, setInfo] = useState<LinkInfo>();
  const { fields, busy, submit } = useNewPassword(async ({ password, again }) => {
    const failure = await setPasswordByLink(token, password, again);
    onRefused(failure);
    if (!failure || failure.dead) dropToken(window.history);
    if (!failure) setState('done');
    else if (failure.dead) setState('dead');
    return false;
  }, info?.rule);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for a token
  useEffect(() => {
    let gone = false;
    checkLink(token).then((answer) => {
      if (gone) return;
      if ('rule' in answer) setInfo(answer);
      else onRefused(answer);
      setState('rule' in answer ? 'open' : 'dead');
    });
    return () => {
      gone = true;
    };
  }, [token]);

  if (state === 'checking') return <p className="login__text">{words('linkChecking')}</p>;
  if (state === 'dead' || state === 'done')
    return (
      <>
        {state === 'done' ? (
          <p className="login__text" role="status">
            {words('resetDone')}
          </p>
        ) : null}
        {state === 'dead' && onForgot ? (
          <button type="button" className="submit" onClick={onForgot}>
            {words('forgotAgain')}
          </button>
        ) : null}
        <button type="button" className={state === 'done' ? 'submit' : 'p-bare link'} onClick={onLogin}>
          {words('toLogin')}
        </button>
      </>
    );
  return (
    <form onSubmit={submit} noValidate method="post">
      <p className="login__text">{words('resetText', { username: info?.username ?? '' })}</p>
      {info ? <Rules rule={info.rule} /> : null}
      {/* Password managers keep the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={info?.username ?? ''} readOnly hidden />
      {fields}
      <SubmitButton busy={busy}>{words('resetSet')}</SubmitButton>
    </form>
  );
}

/** What the password has to hold, for this person. */
function Rules({ rule }: { rule: LinkInfo['rule'] }) {
  const words = useWords();
  const asked = (
    [
      ['upper', 'ruleUpper'],
      ['lower', 'ruleLower'],
      ['digit', 'ruleDigit'],
      ['special', 'ruleSpecial'],
    ] as const
  ).filter(([key]) => rule[key]);
  return (
    <ul className="login__rules">
      <li>{words('ruleLength', { n: rule.length })}</li>
      {asked.map(([key, word]) => (
        <li key={key}>{words(word)}</li>
      ))}
      <li>{words('ruleFresh')}</li>
    </ul>
  );
}
