import { Dropdown } from 'antd';
import { Filter } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceList } from './ChoiceList.tsx';
import type { Column } from './list-columns.ts';
import type { Counted } from './useChoiceCounts.ts';

interface Props {
  column: Column & { choices: NonNullable<Column['choices']> };
  value: string | undefined;
  counted: Counted;
  onFilter: (name: string, value: string | undefined) => void;
}

/** The funnel in the head of a column. Its menu is made by the first press: most are never opened. */
export function HeaderFilter({ column, value, counted, onFilter }: Props) {
  const { t } = useTranslation('lists');
  const [open, setOpen] = useState<boolean>();
  const funnel = useRef<HTMLButtonElement>(null);
  const { name, label, choices, several } = column;
  const close = () => {
    setOpen(false);
    funnel.current?.focus();
  };
  const button = (
    <button
      ref={funnel}
      type="button"
      className={value === undefined ? 'p-bare s-icon-button s-funnel' : 'p-bare s-icon-button s-funnel is-on'}
      aria-label={t('table.filter', { name: label })}
      title={t('table.filter', { name: label })}
      aria-haspopup="menu"
      aria-expanded={open === true}
      {...(open === undefined ? { onClick: () => setOpen(true) } : {})}
    >
      <Filter size={14} aria-hidden />
    </button>
  );
  if (open === undefined) return button;
  return (
    <Dropdown
      trigger={['click']}
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      popupRender={() => (
        <div className="s-choices-box">
          <ChoiceList
            field={{ key: name, label, choices, several }}
            value={value}
            counted={counted}
            onChange={(next) => onFilter(name, next)}
            onClose={close}
          />
        </div>
      )}
    >
      {button}
    </Dropdown>
  );
}
