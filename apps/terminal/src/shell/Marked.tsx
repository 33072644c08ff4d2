import { Watermark } from 'antd';
import { markOf } from './mark.ts';
import { useServices } from './services.tsx';

const GAP: [number, number] = [160, 140];

/**
 * Writes the viewer's name over what a session shows when the settings ask for it (docs/behaviour/terminal.md#watermark). It lies
 * beside the terminal, not around it: the watermark watches its own part of the page for tampering, and the many
 * changes a terminal makes there would keep it busy.
 */
export function Marked({ asset }: { asset: string }) {
  const { settings, profile } = useServices();
  const content = markOf(settings, profile, asset);
  if (content.length === 0) return null;
  return (
    <div className="pt-mark" aria-hidden="true">
      <Watermark className="pt-mark-fill" rotate={-45} gap={GAP} font={{ color: 'rgba(140,150,165,.16)', fontSize: 14 }} content={content}>
        <div className="pt-mark-fill" />
      </Watermark>
    </div>
  );
}
