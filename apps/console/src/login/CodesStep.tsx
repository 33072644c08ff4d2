import { useWords } from './use-words.ts';

/** The recovery codes of a new second factor, the one time they are shown. */
export function CodesStep({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const words = useWords();
  const file = `data:text/plain,${encodeURIComponent(`${codes.join('\n')}\n`)}`;
  return (
    <>
      <p className="login__text">{words('codesText')}</p>
      <ol className="login__codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <a className="plain" href={file} download="recovery-codes.txt">
        {words('codesDownload')}
      </a>
      <button type="button" className="submit" onClick={onKept}>
        {words('codesKept')}
      </button>
    </>
  );
}
