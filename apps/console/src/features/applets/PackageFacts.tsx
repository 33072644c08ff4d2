import { FactList, sizeText } from '@postern/ui';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMetadata } from '../../data/useMetadata.ts';
import { BooleanCell } from '../../fields/boolean/BooleanCell.tsx';
import { TagsCell } from '../../fields/TagsCell.tsx';
import { relatedName } from '../../model/metadata.ts';
import type { client } from '../../session/http.ts';
import { RESOURCES } from '../resources.ts';

export type Understood = Awaited<ReturnType<typeof client.applets.preview>>;

/** What was understood of a package, and what it would replace. */
export function PackageFacts({ found, mayReplace }: { found: Understood; mayReplace: boolean }) {
  const { t, i18n } = useTranslation('applets');
  const fields = useMetadata(RESOURCES.applet.url).data?.actions.GET ?? {};
  const label = (name: string): string => fields[name]?.label ?? '';
  const fact = (key: keyof Understood & string, value = found[key] as ReactNode) => ({ key, label: label(key), value });
  const size = sizeText(found.bytes, i18n.language);
  return (
    <>
      {found.replaces && <Replaces replaces={found.replaces} label={label} mayReplace={mayReplace} />}
      <div className="applet-package">
        <img src={found.icon} alt="" width={48} height={48} />
        <FactList
          facts={[
            fact('display_name'),
            fact('name'),
            fact('version'),
            fact('author'),
            fact('type', relatedName(found.type)),
            fact('edition', relatedName(found.edition)),
            fact('can_concurrent', <BooleanCell value={found.can_concurrent} />),
            fact('protocols', <TagsCell value={found.protocols} />),
            fact('tags', <TagsCell value={found.tags} />),
            fact('comment'),
            { key: 'files', label: t('upload.content'), value: t('upload.files', { count: found.files, size }) },
          ]}
        />
      </div>
    </>
  );
}

interface ReplacesProps {
  replaces: NonNullable<Understood['replaces']>;
  label: (name: string) => string;
  mayReplace: boolean;
}

/** Something of this name is there already. */
function Replaces({ replaces, label, mayReplace }: ReplacesProps) {
  const { t } = useTranslation('applets');
  const { display_name: name, version, same, changed } = replaces;
  if (same) return <Alert type="info" showIcon title={t('upload.same', { name, version })} />;
  if (!mayReplace) return <Alert type="error" showIcon title={t('upload.mayNot', { name, version })} />;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('upload.exists', { name, version })}
      description={changed.length > 0 ? t('upload.changes', { fields: changed.map(label).join(t('upload.comma')) }) : t('upload.onlyFiles')}
    />
  );
}
