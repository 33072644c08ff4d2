import { type ThemeConfig, theme } from 'antd';
import { contrasting, FONTS, type Mode, NEUTRALS, SIZES, type ThemeColors, toneOf } from './tokens.ts';

/** Ant Design's tokens from ours. The algorithms still derive what is not named here (steps of greys, shadows of pop-ups). */
export function antdTheme(colors: Partial<ThemeColors>, mode: Mode, moreContrast: boolean): ThemeConfig {
  const grey = moreContrast ? contrasting(NEUTRALS[mode]) : NEUTRALS[mode];
  const primary = toneOf('primary', colors.primary, mode);
  const success = toneOf('success', colors.success, mode);
  const info = toneOf('info', colors.info, mode);
  const warning = toneOf('warning', colors.warning, mode);
  const danger = toneOf('danger', colors.danger, mode);
  const link = { colorLink: primary.text, colorLinkHover: primary.text, colorLinkActive: primary.text };
  return {
    algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    hashed: false,
    token: {
      colorPrimary: primary.solid,
      colorPrimaryHover: primary.solidHover,
      colorSuccess: success.text,
      colorSuccessBg: success.soft,
      colorSuccessBorder: success.line,
      colorSuccessText: success.text,
      colorInfo: info.text,
      colorInfoBg: info.soft,
      colorInfoBorder: info.line,
      colorInfoText: info.text,
      colorWarning: warning.text,
      colorWarningBg: warning.soft,
      colorWarningBorder: warning.line,
      colorWarningText: warning.text,
      colorError: danger.solid,
      colorErrorBg: danger.soft,
      colorErrorBorder: danger.line,
      colorErrorText: danger.text,
      ...link,
      colorPrimaryText: primary.text,
      colorText: grey.text,
      colorTextSecondary: grey.text2,
      colorTextTertiary: grey.text3,
      colorTextDescription: grey.text3,
      colorTextPlaceholder: grey.text3,
      colorTextDisabled: grey.text3,
      colorBgLayout: grey.bg,
      colorBgContainer: grey.surface,
      colorBgElevated: grey.raised,
      colorBorder: grey.borderStrong,
      colorBorderSecondary: grey.border,
      colorSplit: grey.border,
      controlItemBgHover: grey.hover,
      controlItemBgActive: primary.soft,
      controlItemBgActiveHover: primary.soft,
      borderRadius: SIZES.control,
      borderRadiusLG: SIZES.radius,
      borderRadiusSM: 4,
      fontFamily: FONTS.sans,
      fontFamilyCode: FONTS.mono,
      fontSize: 14,
      fontSizeSM: 12,
      controlHeight: 32,
      motionDurationFast: '0.1s',
      motionDurationMid: '0.14s',
      motionDurationSlow: '0.18s',
      // What is on its way is still read: a faded fill under white words is none.
      opacityLoading: 1,
      wireframe: false,
    },
    components: {
      // The dark algorithm would darken the link colour again where it is a seed; here it is taken as it is.
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        fontWeight: 500,
        contentFontSize: 13,
        // Words in the colour of a fill could not be read in the dark.
        defaultHoverColor: primary.text,
        defaultActiveColor: primary.text,
        ...link,
      },
      Table: {
        headerBg: grey.surface,
        headerColor: grey.text2,
        headerSplitColor: 'transparent',
        rowHoverBg: grey.hover,
        rowSelectedBg: primary.soft,
        rowSelectedHoverBg: primary.soft,
        borderColor: grey.border,
        cellFontSize: 13,
        cellPaddingBlock: 11,
        cellPaddingInline: 12,
        cellPaddingBlockSM: 6,
        cellFontSizeSM: 13,
      },
      Tabs: {
        itemSelectedColor: primary.text,
        itemHoverColor: grey.text,
        itemColor: grey.text2,
        inkBarColor: primary.solid,
        titleFontSize: 14,
      },
      Menu: {
        itemSelectedColor: primary.text,
        itemSelectedBg: primary.soft,
        itemHeight: 36,
        itemBorderRadius: SIZES.control,
        iconSize: 16,
      },
      Dropdown: { colorPrimary: primary.text },
      Pagination: { itemActiveColor: primary.text, itemActiveColorHover: primary.text },
      Card: { headerFontSize: 14, headerHeight: 44, bodyPadding: 16 },
      Form: { verticalLabelPadding: '0 0 4px', itemMarginBottom: 20, labelColor: grey.text2, colorError: danger.text },
      Segmented: { trackBg: grey.hover, itemSelectedBg: grey.raised, itemColor: grey.text2 },
      Tooltip: { fontSize: 12 },
      Tag: { defaultBg: grey.hover, defaultColor: grey.text2 },
    },
  };
}
