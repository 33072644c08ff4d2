import type { EndReason } from '@postern/contract/session-end';
import type { RuledSession, RulesWatch } from '../authorize/live-rules.ts';
import type { GatewayMemory } from '../connect/gateway-memory.ts';
import type { HostKeyPins } from '../connect/host-key-pins.ts';
import type { CoreClient } from '../core/decision.ts';
import type { EchoReader } from '../policy/echo-reader.ts';
import type { Driver } from '../protocols/driver.ts';
import type { CommandLog } from '../recording/command-log.ts';
import type { FileCopies } from '../recording/file-copies.ts';
import type { TransferLog } from '../recording/transfer-log.ts';

/** What every session needs of the gateway around it. */
export interface SessionServices {
  core: CoreClient;
  spoolDir: string;
  protocols: Readonly<Record<string, Driver>>;
  echoReader: EchoReader;
  commandLog: CommandLog;
  transferLog: TransferLog;
  fileCopies: Pick<FileCopies, 'begin'>;
  hostKeyPins: HostKeyPins;
  gateways: GatewayMemory;
  rules: RulesWatch;
  /** What the core tells all components. */
  config(): Readonly<Record<string, unknown>>;
  idleMinutes(): number;
  /** Hours after which every session ends; 0 for never. */
  longestHours(): number;
  /** A recording is complete in the spool. `told`: the core knows that its session ended. */
  recorded(sessionId: string, told: boolean): void;
  log: { info(data: object, message: string): void; warn(data: object, message: string): void };
}

/** What every kind of session has, whatever it carries. */
export interface LiveSession extends RuledSession {
  readonly id: string;
  end(reason: EndReason, params?: Readonly<Record<string, string>>): void;
  tick(now: number): void;
  /** The gateway restarts in so many seconds: whoever can be told is, what is about to end may. */
  restarting(seconds: number): void;
  /** Everything is taken down, the core told, the recording closed. */
  done: Promise<void>;
}
