/** A file of another program, as rows of a list. */
export interface ForeignTable {
  /** What it is a file of. */
  format: string;
  titles: readonly string[];
  rows: readonly (readonly string[])[];
  /** Lines that gave no row, each with the code of its reason. */
  unread: readonly { line: number; text: string; reason: string }[];
  /** Columns and settings without a place here. */
  ignored: readonly string[];
}

/** What a module of `ResourceDefinition.foreignFiles` exports. Undefined: it is no such file, and is read as a table of ours. */
export interface ForeignModule {
  readForeign(text: string, fileName: string): ForeignTable | undefined;
}

/** Unread lines that an answer lists; of all others it has the number. */
export const MAX_UNREAD = 500;

/** What is said of a file beside its rows. */
export interface FileFacts {
  format: string;
  unread: ForeignTable['unread'];
  /** How many lines were not read. */
  missed: number;
  ignored: readonly string[];
  /** Of each column the first values that there are. */
  samples: readonly (readonly string[])[];
}
