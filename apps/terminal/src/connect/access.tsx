import { ApiError } from '@postern/client/http';
import { copyText, toast } from '@postern/ui';
import { Alert, Button, Progress } from 'antd';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { Dialog } from '../shell/Dialog.tsx';
import { failureText } from '../shell/failure.ts';
import { type Translate, useTranslate } from '../shell/language.tsx';
import { useServices } from '../shell/services.tsx';
import { shellWords } from '../shell/words.ts';
import { type Api, type ConnectionToken, choiceValue } from '../transport/api.ts';
import { FactorDialog } from './FactorDialog.tsx';
import { connectWords } from './words.ts';

/** Asks the server for a token; `createTicket` is true once the person agreed to a review. */
export type TokenCall = (createTicket: boolean) => Promise<ConnectionToken>;
/** Gets a usable token, showing refusals and waiting for reviews on the way. Null when there will be none. */
export type ObtainToken = (call: TokenCall) => Promise<ConnectionToken | null>;

/** Who is let in goes on within a second. */
const POLL_MS = 800;
const AccessContext = createContext<ObtainToken | null>(null);

type Step =
  | { kind: 'factor' }
  | { kind: 'refused'; message: string }
  | { kind: 'review'; message: string }
  | { kind: 'waiting'; token: ConnectionToken };

interface Asked {
  step: Step;
  answer: (go: boolean) => void;
}

/** Holds the one access-rule dialog of the page (docs/behaviour/terminal.md#refusals-and-reviews). */
export function AccessProvider({ children }: { children: ReactNode }) {
  const { api } = useServices();
  const t = useTranslate();
  const [asked, setAsked] = useState<Asked | null>(null);
  const speak = useRef(t);
  speak.current = t;

  const ask = useCallback(
    (step: Step) =>
      new Promise<boolean>((resolve) => {
        setAsked({
          step,
          answer: (go) => {
            setAsked(null);
            resolve(go);
          },
        });
      }),
    [],
  );
  const obtain = useMemo<ObtainToken>(() => (call) => obtainToken(call, ask, (error) => refusalText(error, speak.current)), [ask]);

  return (
    <AccessContext value={obtain}>
      {children}
      {asked ? <AccessDialog api={api} asked={asked} /> : null}
    </AccessContext>
  );
}

export function useObtainToken(): ObtainToken {
  const obtain = useContext(AccessContext);
  if (!obtain) throw new Error('used outside AccessProvider');
  return obtain;
}

async function obtainToken(
  call: TokenCall,
  ask: (step: Step) => Promise<boolean>,
  refusal: (error: unknown) => string,
): Promise<ConnectionToken | null> {
  let createTicket = false;
  let proved = false;
  // A factor, a review, and the call that has both.
  for (let round = 0; round < 3; round += 1) {
    try {
      const token = await call(createTicket);
      if (!token.from_ticket || token.is_active) return token;
      return (await ask({ kind: 'waiting', token })) ? token : null;
    } catch (error) {
      if (wantsFactor(error) && !proved) {
        if (!(await ask({ kind: 'factor' }))) return null;
        proved = true;
        continue;
      }
      const review = error instanceof ApiError && error.code === 'acl_review' && !createTicket;
      const agreed = await ask({ kind: review ? 'review' : 'refused', message: refusal(error) });
      if (!review || !agreed) return null;
      createTicket = true;
    }
  }
  return null;
}

/** A rule lets this be only with a second factor (docs/wire/access-rules.md#connections). */
const wantsFactor = (error: unknown): boolean => error instanceof ApiError && error.status === 412 && error.code === 'mfa';

const REFUSALS = {
  acl_reject: connectWords.rejected,
  perm_account_invalid: connectWords.accountInvalid,
  perm_expired: connectWords.permissionExpired,
  acl_review: connectWords.reviewText,
} as const;

function refusalText(error: unknown, t: Translate): string {
  if (error instanceof ApiError && error.code in REFUSALS) return t(REFUSALS[error.code as keyof typeof REFUSALS]);
  return failureText(error, t);
}

function AccessDialog({ api, asked: { step, answer } }: { api: Api; asked: Asked }) {
  const t = useTranslate();
  if (step.kind === 'factor') return <FactorDialog api={api} answer={answer} />;
  if (step.kind === 'waiting') return <WaitingDialog api={api} token={step.token} answer={answer} />;
  const review = step.kind === 'review';
  return (
    <Dialog
      centered
      width={480}
      title={t(review ? connectWords.reviewTitle : connectWords.refusedTitle)}
      onClose={() => answer(false)}
      footer={
        review
          ? [
              <Button key="no" onClick={() => answer(false)}>
                {t(shellWords.cancel)}
              </Button>,
              <Button key="yes" type="primary" onClick={() => answer(true)}>
                {t(connectWords.askReview)}
              </Button>,
            ]
          : [
              <Button key="no" type="primary" onClick={() => answer(false)}>
                {t(shellWords.close)}
              </Button>,
            ]
      }
    >
      <Alert type={review ? 'info' : 'error'} showIcon title={step.message} />
    </Dialog>
  );
}

function WaitingDialog({ api, token, answer }: { api: Api; token: ConnectionToken; answer: (go: boolean) => void }) {
  const t = useTranslate();
  const [percent, setPercent] = useState(0);
  const [declined, setDeclined] = useState(false);
  const info = token.from_ticket_info ?? {};
  const latest = useRef({ answer, t });
  latest.current = { answer, t };

  useEffect(() => {
    const check = info.check_ticket_api;
    if (!check || declined) return;
    let asking = false;
    const timer = setInterval(() => {
      setPercent((now) => (now + 2) % 100);
      if (asking) return;
      asking = true;
      const asked = api.ticketStatus(check).finally(() => {
        asking = false;
      });
      asked.then(
        (ticket) => {
          const state = choiceValue(ticket.state);
          if (choiceValue(ticket.status) === 'closed' && state === 'approved') {
            toast.success(latest.current.t(connectWords.approved));
            latest.current.answer(true);
          } else if (state === 'rejected' || choiceValue(ticket.status) === 'closed') setDeclined(true);
        },
        // A check that fails says nothing about the ticket; the next one comes soon.
        () => undefined,
      );
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [api, info.check_ticket_api, declined]);

  const withdraw = (): void => {
    if (info.close_ticket_api && !declined) void api.closeTicket(info.close_ticket_api).catch(() => undefined);
    answer(false);
  };
  const link = info.ticket_detail_page_url;
  return (
    <Dialog
      centered
      width={480}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      onClose={withdraw}
      title={t(connectWords.waitingTitle)}
      footer={[
        link && !declined ? (
          <Button key="copy" onClick={() => void copyText(link).then(() => toast.success(t(shellWords.copied)))}>
            {t(connectWords.copyLink)}
          </Button>
        ) : null,
        <Button key="no" type={declined ? 'primary' : 'default'} onClick={withdraw}>
          {t(declined ? shellWords.close : connectWords.withdraw)}
        </Button>,
      ]}
    >
      {declined ? (
        <Alert type="error" showIcon title={t(connectWords.declined)} />
      ) : (
        <>
          <p>{t(connectWords.waitingText, { names: (info.assignees ?? []).join(', ') || '-' })}</p>
          <Progress percent={percent} showInfo={false} status="active" />
        </>
      )}
    </Dialog>
  );
}
