import { momentText, sizeText } from '@postern/ui';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../shell/Dialog.tsx';
import { useLanguage, useTranslate } from '../../shell/language.tsx';
import { visibleName } from '../names.ts';
import { fileWords } from '../words.ts';
import type { Answer, Choice, Conflict } from './transfer.ts';

/** Something of this name is there already: what to do about it, for this one or for all further ones. */
export function ConflictDialog({ conflict, onAnswer }: { conflict: Conflict; onAnswer: (answer: Answer) => void }) {
  const t = useTranslate();
  const { language } = useLanguage();
  const [forAll, setForAll] = useState(false);
  const answer = (choice: Choice): void => onAnswer({ choice, forAll });
  const facts = ({ size, modified }: { size: number; modified: number }): string =>
    `${sizeText(size, language)} · ${momentText(modified * 1000, language)}`;
  return (
    <Dialog
      keeps="beside"
      width={480}
      title={t(fileWords.conflictTitle, { name: visibleName(conflict.name) })}
      onClose={() => answer('skip')}
      footer={null}
    >
      <p className="pf-names">{visibleName(conflict.folder)}</p>
      <dl className="pf-facts">
        <dt>{t(fileWords.conflictThere)}</dt>
        <dd>{facts(conflict.there)}</dd>
        <dt>{t(fileWords.conflictMine)}</dt>
        <dd>{facts(conflict.mine)}</dd>
      </dl>
      {conflict.more ? (
        <Checkbox checked={forAll} onChange={(event) => setForAll(event.target.checked)}>
          {t(fileWords.forAll)}
        </Checkbox>
      ) : null}
      <div className="pf-choices">
        <Button onClick={() => answer('skip')}>{t(fileWords.skip)}</Button>
        <Button onClick={() => answer('both')}>{t(fileWords.keepBoth)}</Button>
        {conflict.resumable ? (
          <Button onClick={() => answer('resume')}>{t(fileWords.goOn, { size: sizeText(conflict.there.size, language) })}</Button>
        ) : null}
        <Button type="primary" onClick={() => answer('replace')}>
          {t(fileWords.replace)}
        </Button>
      </div>
    </Dialog>
  );
}
