export { BrandMark } from './BrandMark.tsx';
export { Button } from './Button.tsx';
export { CopyableText } from './CopyableText.tsx';
export { copyText, useCopy } from './clipboard.ts';
export { DialogFrame, type DialogProps } from './DialogFrame.tsx';
export { EmptyState } from './EmptyState.tsx';
export { type Fact, FactList } from './FactList.tsx';
export {
  clockText,
  dayNames,
  dayText,
  momentText,
  numberText,
  ownZone,
  percentText,
  sizeText,
  spanText,
  unitText,
} from './figures.ts';
export { IconButton } from './IconButton.tsx';
export { MachineBand } from './MachineBand.tsx';
export { PageHeader } from './PageHeader.tsx';
export { PaletteChoice } from './PaletteChoice.tsx';
export { ProofForm, type ProofMethod } from './ProofForm.tsx';
export { percent } from './percent.ts';
export { RelativeTime } from './RelativeTime.tsx';
export { isRefused, type MenuLine, menuLines } from './refused-lines.tsx';
export { exactTime, parseServerDate, relativeWords } from './relative-time.ts';
export { type Share, ShareBar } from './ShareBar.tsx';
export { SkeletonRows } from './SkeletonRows.tsx';
export { SplitPane } from './SplitPane.tsx';
export { StandingNotice } from './StandingNotice.tsx';
export { StatusTag, type StatusTone } from './StatusTag.tsx';
export { Surface } from './Surface.tsx';
export { ThemeProvider } from './ThemeProvider.tsx';
export { ToastHost } from './ToastHost.tsx';
export { takePress } from './take-press.ts';
export { holdTheme, setThemeChoice, setThemeColors, startTheme, type ThemeChoice, useThemeState } from './theme-mode.ts';
export { toast } from './toast.ts';
export { COLOR_NAMES, DEFAULT_COLORS, FONTS, type Mode, SIZES, type ThemeColors } from './tokens.ts';
export { type ConfirmOptions, useConfirm, useWithdrawConfirms } from './useConfirm.ts';
export { useEnter } from './useEnter.ts';
export { useHandler } from './useHandler.ts';
export { useMediaQuery, useMobile } from './useMediaQuery.ts';
export { type Why, WhyNot } from './WhyNot.tsx';
