import type { Context } from '@postern/resource';
import { doubledPause } from '../../../platform/jobs/pause.ts';
import type { Platform } from '../../../platform/platform.ts';
import { nextBatch } from './batch.ts';
import { LOGS } from './event-kinds.ts';
import { fileSender } from './file.sender.ts';
import { httpsSender } from './https.sender.ts';
import { placeOf } from './place.ts';
import { reasonOf } from './reason.ts';
import type { AuditReceiver } from './receiver.resource.ts';
import { advance, type Claimed, claim, cursorOf, failed, release } from './receiver.store.ts';
import { SendError, type Sender } from './sender.ts';
import { syslogSender } from './syslog.sender.ts';

/** Events in one attempt. */
const BATCH = 200;
/** A receiver that has much to catch up on is let go after this time; the next run goes on. */
const SPAN_MS = 20_000;
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 300_000;
/** An outage is told to administrators once it is no mere hiccup. */
const TOLD_AT = 3;

export type ForwardPlatform = Pick<Platform, 'asSystem' | 'outbound' | 'settings' | 'secrets'>;

export interface ForwardDeps {
  platform: ForwardPlatform;
  /** Tells administrators that a receiver takes nothing, inside the transaction. */
  warn(ctx: Context, receiver: string, reason: string): Promise<void>;
}

/** How a receiver is sent to. @throws SendError for an address that is none */
export function senderOf(platform: ForwardPlatform, receiver: Pick<AuditReceiver, 'type' | 'address' | 'token' | 'ca'>): Sender {
  const { outbound, settings, secrets } = platform;
  const { type, address, token, ca } = receiver;
  if (type === 'file') return fileSender(settings.dataDir, address);
  const place = placeOf(type, address);
  if (!place) throw new SendError('the address is none');
  if (type === 'syslog') return syslogSender(place, { ca, allow: settings.outboundAllow });
  return httpsSender(outbound, { address, token: token ? secrets.decrypt(token) : '', ca });
}

/** Doubles with every failure, unless the receiver says how long it wants to be left alone. */
function pauseAfter(error: unknown, failures: number): number {
  const asked = error instanceof SendError ? error.pause : undefined;
  return asked ?? doubledPause(failures, FIRST_PAUSE_MS, MAX_PAUSE_MS);
}

/** Another sender has the receiver: this one was too slow to say that it lives. */
class Taken extends Error {}

/**
 * One batch; a receiver that finds it too much gets less of it.
 *
 * @returns whether more may follow
 * @throws Taken, and what the sender throws
 */
async function deliver(sender: Sender, platform: ForwardPlatform, receiver: Claimed, log: (typeof LOGS)[number]): Promise<boolean> {
  const after = await platform.asSystem('audit forwarding', (ctx) => cursorOf(ctx, receiver.id, log));
  if (after === undefined) return false;
  for (let limit = BATCH; ; limit = Math.ceil(limit / 2)) {
    const { events, upTo } = await platform.asSystem('audit forwarding', (ctx) => nextBatch(ctx, log, after, receiver.events, limit));
    if (upTo === undefined) return false;
    try {
      if (events.length > 0) await sender.send(events);
    } catch (error) {
      if (error instanceof SendError && error.tooMuch && events.length > 1) continue;
      throw error;
    }
    // Only now: what was sent and not acknowledged is sent again, and nothing is passed over.
    if (await platform.asSystem('audit forwarding', (ctx) => advance(ctx, receiver, log, upTo, events.length > 0))) return true;
    throw new Taken();
  }
}

/** Sends a receiver what it has not acknowledged, each log in order, unless somebody else is at it or its pause is not over. */
export async function forwardTo({ platform, warn }: ForwardDeps, id: string): Promise<void> {
  const receiver = await platform.asSystem('audit forwarding', (ctx) => claim(ctx, id));
  if (!receiver) return;
  const end = Date.now() + SPAN_MS;
  try {
    const sender = senderOf(platform, receiver);
    for (const log of LOGS) while (Date.now() < end && (await deliver(sender, platform, receiver, log)));
    await platform.asSystem('audit forwarding', (ctx) => release(ctx, receiver));
  } catch (error) {
    if (error instanceof Taken) return;
    const reason = reasonOf(error);
    await platform.asSystem('audit forwarding', async (ctx) => {
      ctx.log.warn({ receiver: receiver.id, reason }, 'an audit receiver took nothing');
      const failures = await failed(ctx, receiver, reason, pauseAfter(error, receiver.failures));
      if (failures === TOLD_AT) await warn(ctx, receiver.name, reason);
    });
  }
}
