import { EmptyState, exactTime } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Spin } from 'antd';
import { MonitorPlay, ScanSearch } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../session/errors.ts';
import { client } from '../../session/http.ts';
import './screen-search.css';

/** Fewer letters stand on every screen, and no index finds them. */
const MIN_SEARCH = 3;
const HITS = 50;
/** Lines of a hit that are shown: those with a word that was searched for, the first ones. */
const LINES = 4;

interface Hit {
  id: string;
  session: { id: string; user: string; asset: string; account: string };
  at: number;
  moment: string;
  text: string;
}

const wordsOf = (search: string): string[] =>
  search
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);

/** A line with the words in it marked; what a target printed is text and nothing else. */
function Marked({ line, words }: { line: string; words: readonly string[] }) {
  const lower = line.toLowerCase();
  const parts: { text: string; hit: boolean }[] = [];
  let at = 0;
  while (at < line.length) {
    const found = words.flatMap((word) => {
      const from = lower.indexOf(word, at);
      return from < 0 ? [] : [{ from, to: from + word.length }];
    });
    const next = found.sort((one, other) => one.from - other.from || other.to - one.to)[0];
    // Some letters have another length in lower case; then nothing is marked rather than the wrong part.
    if (!next || lower.length !== line.length) break;
    parts.push({ text: line.slice(at, next.from), hit: false }, { text: line.slice(next.from, next.to), hit: true });
    at = next.to;
  }
  parts.push({ text: line.slice(at), hit: false });
  return (
    <>
      {parts.map(({ text, hit }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one line, which never move
        <span key={index}>{hit ? <mark>{text}</mark> : text}</span>
      ))}
    </>
  );
}

function HitRow({ hit, words }: { hit: Hit; words: readonly string[] }) {
  const { t, i18n } = useTranslation('features');
  const { user, asset, account, id } = hit.session;
  const lines = hit.text.split('\n').filter((line) => words.some((word) => line.toLowerCase().includes(word)));
  return (
    <li className="s-hit">
      <div className="s-hit-head">
        <strong>{user}</strong>
        <span>{asset}</span>
        <span>{account}</span>
        <time>{exactTime(hit.moment, i18n.language)}</time>
        <Button
          size="small"
          icon={<MonitorPlay size={14} />}
          href={`/luna/replay/${id}?at=${hit.at}`}
          target="_blank"
          rel="noopener"
          aria-label={`${t('sessions.playHere')}: ${user}, ${asset}`}
        >
          {t('sessions.playHere')}
        </Button>
      </div>
      <pre className="s-pre">
        {lines.slice(0, LINES).map((line) => (
          <div key={line}>
            <Marked line={line} words={words} />
          </div>
        ))}
      </pre>
    </li>
  );
}

/** Finds recordings by what was on their screens; a hit opens the player at that second (docs/evidence.md#searching). */
export function ScreenSearch() {
  const { t } = useTranslation('features');
  const [search, setSearch] = useState('');
  const words = search.trim().length < MIN_SEARCH ? [] : wordsOf(search);
  const { data, error, isFetching } = useQuery({
    queryKey: ['screen-texts', words],
    enabled: words.length > 0,
    queryFn: ({ signal }) => client.screenTexts.list({ search: words.join(' '), limit: HITS, offset: 0 }, { signal }),
  });
  // Asked for a page, it answers one.
  const page = data as unknown as { count: number; results: readonly Hit[] } | undefined;
  return (
    <div className="s-screen-search">
      <Input.Search
        allowClear
        maxLength={128}
        placeholder={t('sessions.screenWords')}
        aria-label={t('sessions.screenWords')}
        onSearch={setSearch}
        enterButton
      />
      {error ? <Alert type="error" showIcon title={errorMessage(error)} /> : null}
      {isFetching ? <Spin /> : null}
      {words.length === 0 ? <EmptyState icon={ScanSearch} title={t('sessions.screenHint')} text={t('sessions.screenHintText')} /> : null}
      {page && words.length > 0 && page.results.length === 0 ? (
        <EmptyState icon={ScanSearch} title={t('sessions.screenNone')} text={t('sessions.screenNoneText')} />
      ) : null}
      {page && page.results.length > 0 ? (
        <>
          <p>{t('sessions.screenHits', { count: page.count })}</p>
          <ol>
            {page.results.map((hit) => (
              <HitRow key={hit.id} hit={hit} words={words} />
            ))}
          </ol>
        </>
      ) : null}
    </div>
  );
}
