import { Modal, type ModalProps } from 'antd';
import { useMemo, useRef } from 'react';
import { useConfirm } from './useConfirm.ts';

export interface DialogFrameProps extends Omit<ModalProps, 'open' | 'onCancel' | 'wrapProps'> {
  /** Something is entered in it: a touch beside it does not throw that away, and Esc asks first. `beside`: only a question is, which is soon typed again. */
  keeps?: boolean | 'beside';
  /** The question that Esc then leads to. */
  drop: { title: string; text: string; action: string; cancel: string };
  onClose: () => void;
}

/** A dialog, drawn for as long as it is open. */
export function DialogFrame({ keeps = false, drop, onClose, ...rest }: DialogFrameProps) {
  const confirm = useConfirm();
  const { some, watch } = useEntered();
  const close = async (event: object) => {
    const asks = keeps === true && some.current && 'key' in event;
    if (!asks || (await confirm({ ...drop, danger: true }))) onClose();
  };
  return <Modal open mask={{ closable: !keeps }} onCancel={(event) => void close(event)} wrapProps={watch} {...rest} />;
}

/** Kinds of boxes that hold nothing to lose: what is looked for is typed again, and a file lies where it lay. */
const LOSES_NOTHING = new Set(['search', 'file']);
const CHOICES = '[role="option"], .ant-select-item-option, .ant-select-tree-treenode, .ant-picker-cell, .ant-picker-time-panel-cell';
const OPEN_LIST = '[role="combobox"][aria-expanded="true"]';

type Happened = { target: EventTarget };

/** Knows whether a person has typed, ticked or chosen something in a part, or in a list that lies over it: React takes events of both to the same place. */
function useEntered() {
  const some = useRef(false);
  const watch = useMemo(() => {
    const within = ({ target }: Happened, parts: string) => {
      if (target instanceof Element && target.closest(parts)) some.current = true;
    };
    return {
      onInput: ({ target }: Happened) => {
        if (!(target instanceof HTMLInputElement && LOSES_NOTHING.has(target.type))) some.current = true;
      },
      onClickCapture: (event: Happened) => within(event, CHOICES),
      onKeyDownCapture: (event: Happened & { key: string }) => {
        if (event.key === 'Enter') within(event, OPEN_LIST);
      },
    };
  }, []);
  return { some, watch };
}
