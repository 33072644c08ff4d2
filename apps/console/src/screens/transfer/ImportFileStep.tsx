import type { ImportMode, RenderedFile } from '@postern/contract/transfer';
import { Alert, Button, Radio, Space, Spin, Upload } from 'antd';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { storeIds } from '../../data/api.ts';
import { saveFile } from '../../data/save-file.ts';
import type { Row } from '../../model/resource.ts';
import { errorMessage, showError } from '../../session/errors.ts';
import { http } from '../../session/http.ts';
import type { FileFormat } from './export-query.ts';
import { readImport } from './read-import.ts';

/** A file is smaller (docs/behaviour/transfer.md#reading-a-file). */
const MAX_BYTES = 30 * 1024 * 1024;
/** Tables, by the ends of their names. */
const TABLES = ['.csv', '.xlsx', '.tsv'];

interface Props {
  url: string;
  nouns: string;
  modes: readonly ImportMode[];
  mode: ImportMode;
  onMode: (mode: ImportMode) => void;
  selected: readonly Row['id'][];
  hint: string | undefined;
  /** Files of other programs that this list takes, too, by the ends of their names; some have none. */
  foreign: readonly string[] | undefined;
  onRead: (file: RenderedFile, bytes: File) => void;
}

/** Which rows to make or change, a template for them, and the file. The server reads it; nothing is written yet. */
export function ImportFileStep({ url, nouns, modes, mode, onMode, selected, hint, foreign, onRead }: Props) {
  const { t } = useTranslation('transfer');
  const [reading, setReading] = useState('');
  const [problem, setProblem] = useState('');

  const template = async (format: FileFormat) => {
    try {
      const spm = mode === 'update' && selected.length > 0 ? await storeIds(selected) : undefined;
      const rows = spm ? { spm } : { limit: '1' };
      const file = await http.download(url, { query: { format, template: mode === 'create' ? 'import' : 'update', ...rows } });
      saveFile(file.filename || `template.${format}`, file.blob);
    } catch (error) {
      showError(error);
    }
  };
  const read = async (file: File) => {
    const known = [...TABLES, ...(foreign ?? [])].some((end) => file.name.toLowerCase().endsWith(end));
    // `hosts`, `config`: files of systems have no ending.
    const bare = foreign !== undefined && !file.name.includes('.');
    setProblem('');
    if (!known && !bare) return setProblem(t(foreign ? 'import.wrongForeign' : 'import.wrongType'));
    if (file.size >= MAX_BYTES) return setProblem(t('import.tooLarge', { size: Math.ceil(file.size / 1024 / 1024) }));
    if (file.size === 0) return setProblem(t('import.emptyFile'));
    setReading(file.name);
    try {
      onRead(await readImport(url, file), file);
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setReading('');
    }
  };
  return (
    <div className="s-transfer">
      {hint && <Alert type="info" showIcon title={hint} />}
      {modes.length > 1 && (
        <fieldset>
          <legend>{t('import.mode')}</legend>
          <Radio.Group value={mode} onChange={({ target }) => onMode(target.value as ImportMode)}>
            <Space orientation="vertical">
              <Radio value="create">{t('import.create', { nouns })}</Radio>
              <Radio value="update">{t('import.update', { nouns })}</Radio>
            </Space>
          </Radio.Group>
        </fieldset>
      )}
      <fieldset>
        <legend>{t('import.template')}</legend>
        <p className="s-note">
          {t(mode === 'create' ? 'import.templateCreate' : selected.length > 0 ? 'import.templateSelected' : 'import.templateUpdate')}
        </p>
        <Space>
          <Button size="small" onClick={() => void template('csv')}>
            CSV
          </Button>
          <Button size="small" onClick={() => void template('xlsx')}>
            Excel (XLSX)
          </Button>
        </Space>
      </fieldset>
      <fieldset>
        <legend>{t('import.file')}</legend>
        <Upload.Dragger
          {...(foreign ? {} : { accept: TABLES.join(',') })}
          multiple={false}
          showUploadList={false}
          disabled={reading !== ''}
          beforeUpload={(file) => {
            void read(file);
            return Upload.LIST_IGNORE;
          }}
        >
          <span className="s-drop">
            {reading ? <Spin /> : <FileUp size={20} aria-hidden="true" />}
            <span>{reading ? t('import.reading', { name: reading }) : t('import.drop')}</span>
            <span className="s-note">{t(foreign ? 'import.limitsForeign' : 'import.limits')}</span>
          </span>
        </Upload.Dragger>
        {problem && <Alert type="error" showIcon title={problem} className="s-alert" />}
      </fieldset>
    </div>
  );
}
