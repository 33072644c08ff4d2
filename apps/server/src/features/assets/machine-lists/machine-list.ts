/** One machine as a list that people keep elsewhere describes it. What the list does not say is absent: nothing is guessed here. */
export interface ListedMachine {
  /** Where it stands in the text, counted from 1. */
  line: number;
  name: string;
  address: string;
  /** Name of a protocol as platforms know it (`ssh`, `rdp`, `vnc`, `telnet`…). */
  protocol?: string;
  port?: number;
  /** The name it is logged in with. Secrets are never read from a list. */
  username?: string;
  /** Folder or group, from the outside in. */
  folder?: readonly string[];
  comment?: string;
}

/** Why a line gave no machine. */
export type UnreadReason = 'elsewhere' | 'encrypted' | 'no_address' | 'pattern' | 'port' | 'protocol' | 'syntax' | 'too_many';

export interface MachineList {
  machines: readonly ListedMachine[];
  /** Lines that are no comment and still gave no machine, each with its reason: nothing is dropped in silence. */
  unread: readonly { line: number; text: string; reason: UnreadReason }[];
  /** Columns or settings of the format that Postern has no place for. */
  ignored: readonly string[];
}

/** A format is one file in this folder and one line in `formats.ts`. */
export interface MachineFormat {
  name: string;
  /** Judged from the first 4 KiB and the name of the file (empty for what was pasted); more particular formats are asked first. */
  recognises(head: string, fileName: string): boolean;
  /**
   * @param text at most 30 MiB, decoded; line ends may be of any kind. Reads in linear time.
   * @param most names that are made of ranges, those that come again too; lines beyond are told as unread
   */
  read(text: string, most: number): MachineList;
}

/** Most machines that one list gives; what follows is told as unread. */
export const MAX_MACHINES = 50_000;
export const MAX_NAMES = 2 * MAX_MACHINES;
