import type { MenuProps } from 'antd';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import type { Why } from './WhyNot.tsx';

type Line = NonNullable<MenuProps['items']>[number];
/** A line of a menu, and why it cannot be picked now: there is no other way to lock it. What is `locked` is under way, or only says something. */
export type MenuLine = Line & { why?: Why; locked?: boolean; disabled?: never };

/** Ant Design takes the focus from a disabled line, and then nobody with keys learns why. The line keeps it and is told to be disabled here. */
function Refused({ why, children }: { why: string; children: ReactNode }) {
  const words = useRef<HTMLSpanElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const line = words.current?.closest('[role^="menuitem"]');
    line?.setAttribute('aria-disabled', 'true');
    line?.setAttribute('aria-describedby', id);
  }, [id]);
  return (
    <span ref={words} className="p-refused-line">
      {children}
      <small id={id} aria-hidden>
        {why}
      </small>
    </span>
  );
}

/** Lines of a menu as Ant Design takes them: those that cannot be picked say why below their words. */
export const menuLines = (lines: readonly (MenuLine | null)[]): Line[] =>
  lines.map((line) => {
    if (!line) return line;
    const { why, locked, ...rest } = line;
    if (locked) return { ...rest, disabled: true } as Line;
    if ('children' in rest && rest.children) return { ...rest, children: menuLines(rest.children as MenuLine[]) } as Line;
    if (!why || !('label' in rest)) return rest as Line;
    return { ...rest, danger: false, disabled: false, onClick: undefined, label: <Refused why={why}>{rest.label}</Refused> } as Line;
  });

/** Whether what was picked is a line that cannot be. */
export const isRefused = ({ domEvent }: { domEvent: { target: EventTarget | null } }): boolean =>
  domEvent.target instanceof Element && domEvent.target.closest('[aria-disabled="true"]') !== null;
