import { Button } from '@postern/ui';
import './add-machine.css';
import type { MachinesListed } from '@postern/client/api.gen';
import { Alert, Checkbox, Input, InputNumber, Progress } from 'antd';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRunAction } from '../../data/useRunAction.ts';
import type { InputProps } from '../../fields/field-props.ts';
import { HeadedTable } from '../../fields/HeadedTable.tsx';
import { TextFromFile } from '../../fields/TextFromFile.tsx';
import { client } from '../../session/http.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { LinePlatform, PlatformForAll } from './LinePlatform.tsx';
import { type Line, type Lines, lineOf, tickedOf } from './machine-lines.ts';

const MOST_BYTES = 1_048_576;

/** A list that is pasted or dropped, and the machines that were read of it, to be looked through before they are added. */
export function LinesInput({ id, all }: InputProps & { all?: Lines }) {
  const { t } = useTranslation('machine');
  const unless = useUnless();
  const runAction = useRunAction();
  const [text, setText] = useState({ text: '', name: '' });
  const [busy, setBusy] = useState(false);
  const [read, setRead] = useState<MachinesListed>();
  if (!all) return null;
  const { lines, onLines, sent } = all;
  const run = async () => {
    setBusy(true);
    await runAction(async () => {
      const answer = await client.hosts.readList({ text: text.text, file_name: text.name });
      setRead(answer);
      onLines(() => answer.machines.map(lineOf));
    });
    setBusy(false);
  };
  return (
    <div className="machine-lines">
      <TextFromFile
        id={id}
        most={MOST_BYTES}
        value={text.text}
        placeholder={'root@10.0.0.7:22\nweb-1'}
        autoSize={{ minRows: 4, maxRows: 12 }}
        onText={(given, name) => setText({ text: given, name })}
      />
      <Button loading={busy} refused={unless(text.text.trim() !== '', 'refused:empty')} onClick={() => void run()}>
        {t('readList')}
      </Button>
      {read && <Unread read={read} />}
      {lines.length > 0 && <LineTable lines={lines} onLines={onLines} />}
      {sent && <Progress percent={Math.round((sent.done / sent.of) * 100)} format={() => `${sent.done} / ${sent.of}`} />}
    </div>
  );
}

function Unread({ read: { format, machines, unread, more } }: { read: MachinesListed }) {
  const { t } = useTranslation(['machine', 'transfer']);
  if (format === '') return <Alert type="warning" showIcon role="status" title={t('noFormat')} />;
  const left = unread.length + more;
  return (
    <Alert
      type={left > 0 ? 'warning' : 'success'}
      showIcon
      role="status"
      title={t('listRead', { format: t(`transfer:import.formats.${format}`), n: machines.length, left })}
      description={
        left > 0 ? (
          <ul className="machine-lines__unread">
            {unread.map(({ line, text, reason }) => (
              <li key={`${line} ${text}`}>
                {t('unreadLine', { line })} <code translate="no">{text}</code> {t(`unread.${reason}`)}
              </li>
            ))}
            {more > 0 && <li>{t('unreadMore', { n: more })}</li>}
          </ul>
        ) : undefined
      }
    />
  );
}

function LineTable({ lines, onLines }: Pick<Lines, 'lines' | 'onLines'>) {
  const { t } = useTranslation('machine');
  const ticked = tickedOf(lines).length;
  return (
    <>
      <Checkbox
        checked={ticked === lines.length}
        indeterminate={ticked > 0 && ticked < lines.length}
        onChange={(event) => onLines((now) => now.map((one) => ({ ...one, ticked: event.target.checked })))}
      >
        {t('ticked', { n: ticked, of: lines.length })}
      </Checkbox>
      <PlatformForAll lines={lines} onLines={onLines} />
      <section className="machine-lines__table" aria-label={t('lines')}>
        <HeadedTable heads={[t('add'), t('lineName'), t('lineAddress'), t('linePort'), t('lineUser'), t('linePlatform')]}>
          {lines.map((line) => (
            <LineRow key={line.line} line={line} onLines={onLines} />
          ))}
        </HeadedTable>
      </section>
    </>
  );
}

const LineRow = memo(({ line, onLines }: { line: Line; onLines: Lines['onLines'] }) => {
  const { t } = useTranslation('machine');
  const set = (change: Partial<Line>) =>
    onLines((now) => now.map((one) => (one.line === line.line ? { ...one, problem: '', ...change } : one)));
  const called = (what: string) => t('lineOf', { what, line: line.line });
  const written = (field: 'name' | 'address' | 'username', what: string, maxLength: number) => (
    <Input
      size="small"
      value={line[field]}
      maxLength={maxLength}
      aria-label={called(what)}
      onChange={(event) => set({ [field]: event.target.value })}
    />
  );
  return (
    <tr>
      <td>
        <Checkbox checked={line.ticked} aria-label={called(t('add'))} onChange={(event) => set({ ticked: event.target.checked })} />
      </td>
      <td>
        {written('name', t('lineName'), 128)}
        {line.problem !== '' && (
          <div className="machine-lines__problem" role="alert">
            {line.problem}
          </div>
        )}
      </td>
      <td>
        {written('address', t('lineAddress'), 767)}
        {line.known && <small>{t('known')}</small>}
      </td>
      <td>
        <InputNumber
          size="small"
          value={line.port}
          min={1}
          max={65_535}
          controls={false}
          aria-label={called(t('linePort'))}
          onChange={(port) => set({ port: port ?? 22 })}
        />
      </td>
      <td>{written('username', t('lineUser'), 128)}</td>
      <td>
        <LinePlatform label={called(t('linePlatform'))} value={line.platform} onPlatform={(platform) => set({ platform })} />
      </td>
    </tr>
  );
});
