import { Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  columns: readonly { name: string; label: string; fixed: boolean }[];
  visible: readonly string[];
  onSave: (columns: readonly string[] | undefined) => void;
  onClose: () => void;
}

/** Which columns a table shows; the ones it needs cannot be taken away (shell §7). */
export function ColumnSettings({ columns, visible, onSave, onClose }: Props) {
  const { t } = useTranslation('screens');
  const [chosen, setChosen] = useState<readonly string[]>(visible);
  return (
    <Modal
      open
      title={t('columns.title')}
      width={720}
      okText={t('action.save')}
      cancelText={t('columns.restore')}
      onOk={() => {
        onSave(chosen);
        onClose();
      }}
      cancelButtonProps={{
        onClick: () => {
          onSave(undefined);
          onClose();
        },
      }}
      onCancel={onClose}
    >
      <Checkbox.Group className="s-columns" value={[...chosen]} onChange={(next) => setChosen(next as string[])}>
        {columns.map((column) => (
          <Checkbox key={column.name} value={column.name} disabled={column.fixed}>
            {column.label}
          </Checkbox>
        ))}
      </Checkbox.Group>
    </Modal>
  );
}
