import { AssetBrowser, type AssetBrowserProps } from './AssetBrowser.tsx';
import { NodeActions } from './NodeActions.tsx';

interface Props extends AssetBrowserProps {
  /** Nodes can be made, renamed, moved, filled and deleted. */
  editable?: boolean;
  /** The list shows the assets of the node itself only; told when a person changes it. */
  directOnly?: boolean;
  onDirectOnly?: (direct: boolean) => void;
}

/** Trees left of a list of what belongs to assets. */
export function AssetTree({ editable = false, directOnly = false, onDirectOnly, ...rest }: Props) {
  if (!editable) return <AssetBrowser {...rest} />;
  return <AssetBrowser {...rest} draw={(tree) => <NodeActions {...tree} directOnly={directOnly} onDirectOnly={onDirectOnly} />} />;
}
