import { Modal, type ModalProps } from 'antd';
import { useMemo, useRef } from 'react';
import { Button } from './Button.tsx';
import { useConfirm } from './useConfirm.ts';
import type { Why } from './WhyNot.tsx';

type Shown = Pick<
  ModalProps,
  'title' | 'zIndex' | 'children' | 'width' | 'centered' | 'className' | 'footer' | 'afterOpenChange' | 'mask' | 'keyboard' | 'closable'
>;

export interface DialogProps extends Shown {
  /** Words of the button that does what the dialog is for, and what that is; without them there is nothing to do but to close it. */
  verb?: string;
  run?: () => unknown;
  busy?: boolean;
  /** Why it cannot be done now. */
  refused?: Why;
  danger?: boolean;
  /** Something is entered in it: a touch beside it does not throw that away, and Esc asks first. `beside`: only a question is, which is soon typed again. */
  keeps?: boolean | 'beside';
  onClose: () => void;
}

interface DialogFrameProps extends DialogProps {
  cancel: string;
  /** The question that Esc leads to. */
  drop: { title: string; text: string; action: string; cancel: string };
}

/** A dialog, drawn for as long as it is open. */
export function DialogFrame({
  verb,
  run,
  busy = false,
  refused,
  danger = false,
  keeps = false,
  cancel,
  drop,
  onClose,
  afterOpenChange,
  ...rest
}: DialogFrameProps) {
  const confirm = useConfirm();
  const { some, watch } = useEntered();
  const close = async (event: object) => {
    const asks = keeps === true && some.current && 'key' in event;
    if (!asks || (await confirm({ ...drop, danger: true }))) onClose();
  };
  const footer = verb ? (
    <>
      <Button onClick={onClose}>{cancel}</Button>
      <Button type="primary" danger={danger} loading={busy} refused={refused} onClick={() => void run?.()}>
        {verb}
      </Button>
    </>
  ) : null;
  const opened = (open: boolean): void => {
    if (open) fromCrossToBox();
    afterOpenChange?.(open);
  };
  return (
    <Modal
      open
      mask={{ closable: !keeps }}
      onCancel={(event) => void close(event)}
      wrapProps={watch}
      footer={footer}
      afterOpenChange={opened}
      {...rest}
    />
  );
}

/**
 * Ant Design gives the focus to what comes first, the cross, where a box could not take it while the dialog was still hidden: whoever opened it by a
 * key would type into nothing.
 */
function fromCrossToBox(): void {
  const cross = document.activeElement?.closest('.ant-modal-close');
  const boxes = cross?.closest('.ant-modal')?.querySelectorAll<HTMLElement>('.ant-modal-body :is(input, textarea)') ?? [];
  [...boxes]
    .find((box) => box.matches('textarea, [type="text"], [type="password"], [type="search"], [type="email"], [type="number"]'))
    ?.focus();
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
