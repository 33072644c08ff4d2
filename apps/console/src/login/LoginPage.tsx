import { BrandMark } from '@postern/ui';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { currentLanguage, LANGUAGE_LIST, switchLanguage } from '../i18n/language.ts';
import { PRODUCT, VERSION } from '../layout/product.ts';
import type { InterfaceSettings, PublicSettings } from '../session/session-types.ts';
import { applyBranding, isUploaded } from '../startup/branding.ts';
import { Announcement } from './Announcement.tsx';
import { CodesStep } from './CodesStep.tsx';
import { DemoPeople } from './DemoPeople.tsx';
import { EnrolForm } from './EnrolForm.tsx';
import { ForgotForm } from './ForgotForm.tsx';
import { LoginForm, type LoginPageHas } from './LoginForm.tsx';
import { cameBack, endReview, LOGIN, type LoginAnswer, type LoginError, loadOpenSettings, type MfaMethod } from './login-api.ts';
import { MfaForm } from './MfaForm.tsx';
import { nextAddress } from './next-address.ts';
import { OtherWays } from './OtherWays.tsx';
import { RenewForm } from './RenewForm.tsx';
import { ResetForm } from './ResetForm.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { TermsStep } from './TermsStep.tsx';
import { useWords } from './use-words.ts';
import { WallDrawing } from './WallDrawing.tsx';

type Step =
  | { name: 'password' | 'renew' | 'enrol' | 'forgot' }
  /** By the link of a mail. */
  | { name: 'reset'; token: string }
  | { name: 'mfa'; methods: readonly MfaMethod[]; trustDays: number }
  | { name: 'terms'; version: string; text: string }
  | { name: 'review'; assignees: readonly string[] }
  /** Shown before the login goes on as `then` says. */
  | { name: 'codes'; codes: readonly string[]; then: LoginAnswer };

const TITLES = {
  mfa: 'mfaTitle',
  renew: 'renewTitle',
  enrol: 'enrolTitle',
  terms: 'termsTitle',
  review: 'reviewTitle',
  codes: 'codesTitle',
  forgot: 'forgotTitle',
  reset: 'renewTitle',
  password: 'title',
} as const;

/**
 * The login page: form left, brand right; the second step takes the place of the first.
 * @param look tried on in place of what is saved; the page is only looked at then, and asks the browser for nothing
 */
export function LoginPage({ token, look }: { token?: string | undefined; look?: InterfaceSettings }) {
  const words = useWords();
  const open = useOpenSettings();
  const shown = look ?? open.INTERFACE;
  const brand = shown ?? {};
  useEffect(() => {
    if (shown) applyBranding(shown);
  }, [shown]);
  const [step, setStep] = useState<Step>(token === undefined ? { name: 'password' } : { name: 'reset', token });
  const [error, setError] = useState<string>();
  const name = brand.login_title || PRODUCT;
  useEffect(() => {
    document.title = words('title', { name });
  });
  const answer = (result: LoginAnswer) => {
    setError(undefined);
    if (result.state === 'done') {
      const asked = new URLSearchParams(location.search).get('next');
      location.assign(nextAddress(location.origin, asked, result.next));
    } else if (result.state === 'mfa') setStep({ name: 'mfa', methods: result.methods, trustDays: result.trustDays });
    else if (result.state === 'terms') setStep({ name: 'terms', version: result.version, text: result.text });
    else if (result.state === 'review') setStep({ name: 'review', assignees: result.assignees });
    else if (result.state === 'enrol') setStep({ name: 'enrol' });
    else if (result.state === 'renew') setStep({ name: 'renew' });
    else if (result.state === 'paused' || result.state === 'work') setError(result.message || words('failed'));
    else setError(result.message || words(result.reason === 'credentials' ? 'failed' : result.reason));
  };
  const came = useEffectEvent(answer);
  useEffect(() => {
    if (token !== undefined || !cameBack(location.search)) return;
    // The address says where one came from, and is not asked again after a reload.
    const search = new URLSearchParams(location.search);
    search.delete('go');
    history.replaceState(null, '', search.size > 0 ? `?${search}` : location.pathname);
    void endReview().then(came);
  }, [token]);
  const enrolled = (then: LoginAnswer, codes: readonly string[]) => {
    if (codes.length === 0) return answer(then);
    setError(undefined);
    setStep({ name: 'codes', codes, then });
  };
  const refused = (message: string) => {
    setStep({ name: 'password' });
    setError(message);
  };
  const showError = (refusal: LoginError | undefined) =>
    setError(refusal && (refusal.message || words(refusal.reason === 'credentials' ? 'server' : refusal.reason)));
  const forgot = () => {
    setStep({ name: 'forgot' });
    setError(undefined);
  };
  const byMail = open.MAIL_SET_UP ? forgot : undefined;
  const back = () => {
    // A link of a mail opened this page; its address is not that of the login page.
    if (token !== undefined) return location.assign(LOGIN);
    setStep({ name: 'password' });
    setError(undefined);
  };
  return (
    <div className="login">
      <main className="login__side">
        <div className="login__form">
          <div className="login__brand">
            <Picture address={brand.logo_logout} fallback={<BrandMark size={36} />} name={name} className="login__logo" />
          </div>
          <h1>{words(TITLES[step.name], { name })}</h1>
          <div aria-live="assertive">
            {error ? (
              <p className="login__error">
                <CircleAlert size={16} aria-hidden="true" />
                <span>{error}</span>
              </p>
            ) : null}
          </div>
          {step.name === 'mfa' ? <MfaForm methods={step.methods} trustDays={step.trustDays} onAnswer={answer} onBack={back} /> : null}
          {step.name === 'enrol' ? <EnrolForm onAnswer={enrolled} onBack={back} /> : null}
          {step.name === 'codes' ? <CodesStep codes={step.codes} onKept={() => answer(step.then)} /> : null}
          {step.name === 'terms' ? (
            <TermsStep key={step.version} version={step.version} text={step.text} onAnswer={answer} onBack={back} />
          ) : null}
          {step.name === 'review' ? <ReviewStep assignees={step.assignees} onAnswer={answer} onRefused={refused} onBack={back} /> : null}
          {step.name === 'renew' ? <RenewForm onAnswer={answer} onBack={back} /> : null}
          {step.name === 'password' ? (
            <>
              <Announcement message={open.ANNOUNCEMENT} />
              <DemoPeople people={open.DEMO_PEOPLE ?? []} ssh={open.DEMO_SSH ?? ''} onAnswer={answer} />
              <LoginForm
                onAnswer={answer}
                forgot={open.FORGOT_PASSWORD_URL || byMail}
                has={{ ...pageOf(open), still: look !== undefined }}
              />
              <OtherWays methods={open.LOGIN_METHODS ?? []} />
            </>
          ) : null}
          {step.name === 'forgot' ? <ForgotForm onRefused={showError} onBack={back} /> : null}
          {step.name === 'reset' ? <ResetForm token={step.token} onRefused={showError} onForgot={byMail} onLogin={back} /> : null}
        </div>
        <footer className="login__foot">
          <LanguageSwitch />
          <span>
            {PRODUCT} {VERSION} · GPL-3.0
          </span>
        </footer>
      </main>
      <aside className="login__picture">
        <Picture address={brand.login_image} fallback={<WallDrawing line={words('brandLine')} />} name="" className="login__image" />
      </aside>
    </div>
  );
}

const pageOf = (open: PublicSettings): LoginPageHas => ({
  passkeys: open.AUTH_PASSKEY === true,
  challenge: open.SECURITY_LOGIN_CHALLENGE_ENABLED === true,
  code: open.SECURITY_MFA_IN_LOGIN_PAGE === true,
});

/** An uploaded picture, or our own drawing where there is none. */
function Picture({
  address,
  fallback,
  name,
  className,
}: {
  address: string | undefined;
  fallback: ReactNode;
  name: string;
  className: string;
}) {
  return isUploaded(address) ? <img className={className} src={address} alt={name} /> : fallback;
}

function LanguageSwitch() {
  const words = useWords();
  const current = currentLanguage().id;
  return (
    <nav className="languages" aria-label={words('language')}>
      {LANGUAGE_LIST.map(({ id, name, tag }) => (
        <button
          key={id}
          type="button"
          lang={tag}
          aria-current={id === current ? 'true' : undefined}
          onClick={() => id !== current && switchLanguage(id)}
        >
          {name}
        </button>
      ))}
    </nav>
  );
}

/** Look and ways in from the public settings. The page works without them. */
function useOpenSettings(): PublicSettings {
  const [settings, setSettings] = useState<PublicSettings>({});
  useEffect(() => {
    loadOpenSettings().then(setSettings, () => undefined);
  }, []);
  return settings;
}
