/** Names of the parts of a bundle, all in one folder that is named by the session. */
export const FOLDER = 'postern-';

export const PART = {
  facts: 'session.json',
  commands: 'commands.json',
  chain: 'recording.chain',
  cast: 'recording.cast.gz',
  page: 'index.html',
  manifest: 'manifest.json',
  signature: 'manifest.sig',
} as const;

/** Recordings by their ending, asciicast first. */
export const RECORDINGS: readonly string[] = [PART.cast, 'recording.replay.gz', 'recording.replay.mp4'];

/** Name of a stored recording in its bundle: the same ending. */
export const recordingPart = (path: string): string => `recording${/\.(?:cast\.gz|replay\.gz|replay\.mp4)$/.exec(path)?.[0] ?? ''}`;
